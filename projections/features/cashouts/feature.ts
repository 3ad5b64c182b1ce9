import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { cashoutsProjection } from "./cashouts.ts";

export const cashouts: ProjectionFeature = {
  name: "cashouts",
  readModels: [cashoutsProjection],
};
