import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { houseDollarsProjection } from "./house-dollars.ts";
import { issuanceProjection } from "./issuance.ts";

export const revenue: ProjectionFeature = {
  name: "revenue",
  readModels: [issuanceProjection, houseDollarsProjection],
};
