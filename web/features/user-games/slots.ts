import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";
import type { Side } from "#web/lib/stakes/stake.ts";

/** A game that is watched, in one of its currencies. */
export interface WatchedTable {
  readonly gameId: string;
  readonly side: Side;
}

/** A kind of game that players can make: what it is called, and the part of its page where it is played. */
export interface GameKind {
  readonly gameType: UserGameListed["gameType"];
  readonly label: string;
  readonly page: LazyPage<{ readonly game: UserGameListed }>;
  /** Its round for spectators; absent where there are no rounds. */
  readonly watch?: LazyPage<WatchedTable>;
  /** How it is played, in plain sentences. */
  readonly rules: readonly string[];
  /** What a bet of 100.00 pays, in a sentence. @param edge in hundredths of a percent, as much as 100.00 is in all */
  readonly pays: (edge: bigint) => string;
}

/** The kinds of games that players can make. A kind that is not here cannot be made. */
export const gameKinds = defineSlot<GameKind>();
