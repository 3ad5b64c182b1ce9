import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { awayStakesProjection } from "./away-stakes.ts";
import { awayRounds } from "./plays.ts";

export const awayCoinflips: ProjectionFeature = {
  name: "away-coinflips",
  game: awayRounds,
  readModels: [awayStakesProjection],
};
