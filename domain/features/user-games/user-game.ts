import type { NewEvent } from "../../kernel/events/event.ts";
import type { GameType } from "../game-tables/table.ts";
import {
  userGameCreated,
  userGameEdited,
  userGameHalted,
  userGameHaltLifted,
  userGamePaused,
  userGameResumed,
} from "./events.ts";
import type { GameTerms } from "./rules.ts";
import type { ShareRates } from "./share.ts";

/** What the log says of a player-made game, as far as a decision needs it. */
export type UserGame = { readonly status: "absent" } | MadeGame;

export type MadeGame = {
  readonly status: "active" | "paused";
  readonly creatorId: string;
  readonly gameType: GameType;
  /** From 1; rises with each edit. */
  readonly version: number;
  readonly title: string;
  readonly description: string | null;
  /** Why an admin stopped it; null where none did. */
  readonly halt: string | null;
} & GameTerms &
  ShareRates;

export const initialUserGame: UserGame = { status: "absent" };

/** Follows a game's stream by one event. */
export function evolveUserGame(game: UserGame, event: NewEvent): UserGame {
  if (userGameCreated.is(event)) {
    const { gameId: _id, ...made } = event.payload;
    return { status: "active", version: 1, halt: null, ...made };
  }
  if (game.status === "absent") return game;
  if (userGameEdited.is(event)) {
    const { gameId: _id, ...changed } = event.payload;
    return { ...game, ...changed };
  }
  if (userGamePaused.is(event)) return { ...game, status: "paused" };
  if (userGameResumed.is(event)) return { ...game, status: "active" };
  if (userGameHalted.is(event)) return { ...game, halt: event.payload.reason };
  if (userGameHaltLifted.is(event)) return { ...game, halt: null };
  return game;
}

/** What a bet keeps of the game it is made in, whatever becomes of that: it settles by these. */
export type PinnedTerms = GameTerms & ShareRates & { readonly creatorId: string; readonly version: number };

/** The terms of a game as of now. */
export const pinnedTerms = ({
  creatorId,
  version,
  minBet,
  maxBet,
  edge,
  housePart,
}: PinnedTerms): PinnedTerms => ({
  creatorId,
  version,
  minBet,
  maxBet,
  edge,
  housePart,
});
