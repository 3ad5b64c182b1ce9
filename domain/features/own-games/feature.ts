import { defineFeature } from "../../kernel/feature.ts";
import { ownGamesEndpoints } from "./contract.ts";

export const ownGames = defineFeature({
  name: "own-games",
  title: "Own games",
  summary: "A player's results: figures, streaks, and the net result over time.",
  buildsOn: ["responsible-play", "house-flips"],
  endpoints: ownGamesEndpoints,
});
