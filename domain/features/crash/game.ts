import type { GameKind } from "../../games/game-kind.ts";

export const games: readonly GameKind[] = [
  {
    gameType: "crash",
    name: "Crash",
    inBooks: "Crash",
    hasNoSides: true,
  },
];
