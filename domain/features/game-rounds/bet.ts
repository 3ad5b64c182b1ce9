import type { Currency } from "../../accounts/account.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Settings } from "../../kernel/setting.ts";
import type { Player } from "../../player/player.ts";
import type { RefusalOfStaker } from "../../player/player-slice.ts";
import type { BeaconView } from "../game-tables/deciding-beacon.ts";
import type { Actor } from "../roles/admin.ts";
import type { UserGame } from "../user-games/user-game.ts";

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
export interface RoundBetContext<Table> {
  readonly actor: Actor;
  readonly game: UserGame;
  /** Who made it. */
  readonly creator: Player;
  readonly table: Table;
  /** What the player holds free of the currency. */
  readonly balance: Minor;
  readonly at: number;
  readonly beacon: BeaconView;
  readonly settings: Settings;
  readonly refusalOfStaker: RefusalOfStaker;
}
