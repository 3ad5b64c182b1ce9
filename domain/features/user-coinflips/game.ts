import type { GameKind } from "../../games/game-kind.ts";

export const games: readonly GameKind[] = [
  {
    gameType: "user_coinflip",
    name: "Player-made coinflip",
    inBooks: "Player-made coinflips",
  },
];
