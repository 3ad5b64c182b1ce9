import { defineFeature } from "../../kernel/feature.ts";
import { leaderboardEndpoints } from "./contract.ts";

export const leaderboard = defineFeature({
  name: "leaderboard",
  title: "Leaderboard",
  summary: "Who has won the most.",
  buildsOn: ["players"],
  endpoints: leaderboardEndpoints,
});
