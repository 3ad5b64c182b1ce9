import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { issuanceProjection } from "./issuance.ts";

export const revenue: ProjectionFeature = {
  name: "revenue",
  readModels: [issuanceProjection],
};
