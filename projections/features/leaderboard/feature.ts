import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { leaderboardOf } from "./leaderboard.ts";

export const leaderboard: ProjectionFeature = {
  name: "leaderboard",
  ofGames: (games) => [leaderboardOf(games)],
};
