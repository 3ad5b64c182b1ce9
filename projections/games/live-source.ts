import type { LiveGame } from "#domain/features/spectator/contract.ts";
import type { ViewerAt } from "#domain/player/privacy.ts";
import type { ReadModels } from "../kernel/read-models.ts";

/** The wanted live games: those begun before a position, up to a maximum. */
export interface WantedGames {
  readonly before: number;
  readonly limit: number;
}

/** A game that is not over, before anybody has counted who watches it. */
export type BegunGame = Omit<LiveGame, "spectatorCount">;

/** What is said of a game at an instant. */
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
  /** What is said of one of its games, over or not, oldest first; null when it has none of that id. */
  said(models: ReadModels, gameId: string, viewer: ViewerAt): Promise<readonly Said[] | null>;
}
