import type { Currency } from "../../accounts/account.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Settings } from "../../kernel/setting.ts";
import type { BeaconView } from "../game-tables/deciding-beacon.ts";
import type { BettorContext } from "../user-games/bettor.ts";

/** A bet on a round of any game of rounds. */
export interface RoundBet {
  readonly playerId: string;
  readonly betId: string;
  readonly gameId: string;
  readonly currency: Currency;
  /** Minor units. */
  readonly stake: Minor;
  /** The version of the game that the player saw; null where nothing is said. */
  readonly seenVersion?: number | null;
  /** The id of the round that opens with this bet, where none is open. */
  readonly roundId: string;
}

/** What such a bet depends on, with the table of its game. */
export interface RoundBetContext<Table> extends BettorContext {
  readonly table: Table;
  /** What the player holds free of the currency. */
  readonly balance: Minor;
  readonly beacon: BeaconView;
  readonly settings: Settings;
}
