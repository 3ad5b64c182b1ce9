import type { Currency } from "../../accounts/account.ts";
import { refuse } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Settings } from "../../kernel/setting.ts";
import type { BeaconView } from "../game-tables/deciding-beacon.ts";
import type { BettorContext } from "../user-games/bettor.ts";

/** Which round of which table a command is about. */
export interface RoundName {
  readonly gameId: string;
  readonly currency: Currency;
  readonly roundId: string;
}

/** Refuses what comes after the end of its round, or is about another one. */
export const ROUND_ENDED = refuse("round_ended", "This round has ended.");

/** A bet on a round of any game of rounds. Its `roundId` is for the round that it opens where none is open. */
export interface RoundBet extends RoundName {
  readonly playerId: string;
  readonly betId: string;
  /** Minor units. */
  readonly stake: Minor;
  /** The version of the game that the player saw; null where nothing is said. */
  readonly seenVersion?: number | null;
}

/** What such a bet depends on, with the table of its game. */
export interface RoundBetContext<Table> extends BettorContext {
  readonly table: Table;
  /** What the player holds free of the currency. */
  readonly balance: Minor;
  readonly beacon: BeaconView;
  readonly settings: Settings;
}
