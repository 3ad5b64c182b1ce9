import { defineFeature } from "../../kernel/feature.ts";
import { ownGamesEndpoints } from "./contract.ts";

export const ownGames = defineFeature({
  name: "own-games",
  title: "Own games",
  summary: "What a player's games come to: figures, streaks, and the course of the net.",
  buildsOn: ["responsible-play", "house-flips"],
  endpoints: ownGamesEndpoints,
});
