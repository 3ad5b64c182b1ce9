import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { coinflipsProjection } from "./coinflips.ts";
import { coinflipRounds } from "./flips.ts";
import { itemActivities } from "./item-activities.ts";

export const liveCoinflips: ProjectionFeature = {
  name: "live-coinflips",
  game: coinflipRounds,
  readModels: [coinflipsProjection],
  activities: () => [itemActivities],
};
