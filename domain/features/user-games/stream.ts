import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { evolveUserGame, initialUserGame, type UserGame } from "./user-game.ts";

export const userGameStreamKind: StreamKind<UserGame> = {
  kind: "user-game",
  foldVersion: 2,
  initial: initialUserGame,
  evolve: evolveUserGame,
};
