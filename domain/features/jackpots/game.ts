import type { GameKind } from "../../games/game-kind.ts";

export const games: readonly GameKind[] = [
  {
    gameType: "jackpot",
    name: "Jackpot",
    inBooks: "Jackpots",
    opponent: "the others",
    hasNoSides: true,
  },
];
