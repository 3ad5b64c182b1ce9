import type { StreamKind, StreamRead } from "../../kernel/events/stream-kind.ts";
import { userGameStream } from "./events.ts";
import { evolveUserGame, initialUserGame, type UserGame } from "./user-game.ts";

export const userGameStreamKind: StreamKind<UserGame> = {
  kind: "user-game",
  foldVersion: 2,
  initial: initialUserGame,
  evolve: evolveUserGame,
};

/** The stream of a player-made game. */
export const readOfUserGame = (gameId: string): StreamRead<UserGame> => ({
  kind: userGameStreamKind,
  name: userGameStream(gameId),
});
