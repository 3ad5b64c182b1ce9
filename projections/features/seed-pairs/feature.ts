import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { seedPairsProjection } from "./seed-pairs.ts";

export const seedPairs: ProjectionFeature = {
  name: "seed-pairs",
  readModels: [seedPairsProjection],
};
