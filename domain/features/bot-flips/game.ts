import type { GameKind } from "../../games/game-kind.ts";

export const games: readonly GameKind[] = [
  {
    gameType: "coinflip_vs_bot",
    name: "Bot game",
    inBooks: "Against the bot",
    opponent: "the bot",
    isOfItems: true,
  },
];
