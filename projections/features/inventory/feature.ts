import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { copiesProjection } from "./copies.ts";

export const inventory: ProjectionFeature = {
  name: "inventory",
  readModels: [copiesProjection],
};
