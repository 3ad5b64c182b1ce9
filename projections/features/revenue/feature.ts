import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { issuanceProjection } from "./issuance.ts";

export const revenue: ProjectionFeature = {
  name: "revenue",
  readModels: [issuanceProjection],
};
