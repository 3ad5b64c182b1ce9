import type { GameKind } from "../../games/game-kind.ts";

export const games: readonly GameKind[] = [
  {
    gameType: "live_coinflip",
    name: "Live coinflip",
    inBooks: "Between players",
  },
  {
    gameType: "limiteds_coinflip",
    name: "Limiteds coinflip",
    inBooks: "Between players, for items",
    isOfItems: true,
  },
];
