import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { gameHistoryProjection } from "./game-history.ts";
import { houseRevenueProjection } from "./house-revenue.ts";
import { playerStatsProjection } from "./player-stats.ts";

export const houseFlips: ProjectionFeature = {
  name: "house-flips",
  readModels: [playerStatsProjection, gameHistoryProjection, houseRevenueProjection],
};
