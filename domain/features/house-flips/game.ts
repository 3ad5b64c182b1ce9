import type { GameKind } from "../../games/game-kind.ts";

export const games: readonly GameKind[] = [
  {
    gameType: "coinflip",
    name: "Coin flip",
    inBooks: "Coin flip",
  },
];
