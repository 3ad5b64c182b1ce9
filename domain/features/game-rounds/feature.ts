import { defineFeature } from "../../kernel/feature.ts";
import { gameRoundEndpoints } from "./contract.ts";

/** What calls and pages of all games in rounds share; the rules of a round are in the folder of its game. */
export const gameRounds = defineFeature({
  name: "game-rounds",
  title: "Rounds of player-made games",
  summary: "What jackpots and crash have in common for players: bets, rounds and their history.",
  buildsOn: [
    "live",
    "beacon",
    "players",
    "roles",
    "seed-pairs",
    "settings",
    "halts",
    "house-flips",
    "game-tables",
    "user-games",
  ],
  endpoints: gameRoundEndpoints,
});
