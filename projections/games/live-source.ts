import type { Side } from "#domain/fairness/st1.ts";
import type { ViewerAt } from "#domain/player/privacy.ts";
import type { ReadModels } from "../kernel/read-models.ts";

/** The wanted live games: those begun before a position, up to a maximum. */
export interface WantedGames {
  readonly before: number;
  readonly limit: number;
}

/** A player of a live game. */
export interface LiveSeat {
  /** Null for a hidden player. */
  readonly id: string | null;
  readonly username: string;
  readonly betSide: Side;
  /** Null where items are staked. */
  readonly betAmount: string | null;
  readonly betItems?: { readonly name: string; readonly value: string; readonly inCustody: boolean }[];
}

/** A game that is not over, before anybody has counted who watches it. */
export interface BegunGame {
  /** Where it was joined, or else opened. */
  readonly position: number;
  readonly id: string;
  readonly gameType: string;
  readonly player1: LiveSeat;
  readonly player2?: LiveSeat;
  /** How many play, where it may be more than two. */
  readonly playerCount?: number;
  /** The player-made game that it is played in. */
  readonly userGame?: { readonly id: string; readonly title: string };
  readonly totalValue: string;
  readonly status: "waiting" | "active" | "finishing";
  readonly startedAt: string;
  readonly estimatedEnd?: string;
}

/** A message about a game, with its instant. */
export interface Said {
  readonly username: string;
  readonly message: string;
  readonly timestamp: string;
  readonly type: "system" | "bet";
}

/** How a feature's games are watched. */
export interface LiveSource {
  /** Its games that are not over, those that began last first. */
  list(models: ReadModels, viewer: ViewerAt, wanted: WantedGames): Promise<readonly BegunGame[]>;
  /** The messages about one of its games, oldest first; null when it has none with that id. */
  said(models: ReadModels, gameId: string, viewer: ViewerAt): Promise<readonly Said[] | null>;
}
