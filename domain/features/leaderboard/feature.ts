import { defineFeature } from "../../kernel/feature.ts";
import { leaderboardEndpoints } from "./contract.ts";

export const leaderboard = defineFeature({
  name: "leaderboard",
  title: "Leaderboard",
  summary: "The players with the largest wins.",
  buildsOn: ["players"],
  endpoints: leaderboardEndpoints,
});
