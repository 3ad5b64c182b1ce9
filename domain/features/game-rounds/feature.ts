import { defineFeature } from "../../kernel/feature.ts";
import { gameRoundEndpoints } from "./contract.ts";

export const gameRounds = defineFeature({
  name: "game-rounds",
  title: "Rounds of player-made games",
  summary: "What jackpots and crash have in common for players: bets, rounds and their history.",
  buildsOn: ["live", "beacon", "players", "roles", "seed-pairs", "house-flips", "game-tables", "user-games"],
  endpoints: gameRoundEndpoints,
});
