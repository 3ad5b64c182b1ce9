import type { GameKind } from "../../games/game-kind.ts";

export const games: readonly GameKind[] = [
  {
    gameType: "away_coinflip",
    name: "Coinflip of another log",
    inBooks: "In other logs",
    opponent: "a player of another log",
    isProvedElsewhere: true,
  },
];
