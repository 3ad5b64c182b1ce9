import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { houseFlipRounds } from "./flips.ts";
import { gameHistoryOf } from "./game-history.ts";
import { houseRevenueOf } from "./house-revenue.ts";
import { playerStatsOf } from "./player-stats.ts";

export const houseFlips: ProjectionFeature = {
  name: "house-flips",
  game: houseFlipRounds,
  ofGames: (games) => [playerStatsOf(games), gameHistoryOf(games), houseRevenueOf(games)],
};
