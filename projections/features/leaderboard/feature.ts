import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { leaderboardProjection } from "./leaderboard.ts";

export const leaderboard: ProjectionFeature = {
  name: "leaderboard",
  readModels: [leaderboardProjection],
};
