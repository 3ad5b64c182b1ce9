import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { seedPairsProjection } from "./seed-pairs.ts";

export const seedPairs: ProjectionFeature = {
  name: "seed-pairs",
  readModels: [seedPairsProjection],
};
