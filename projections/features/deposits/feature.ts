import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { custodyProjection } from "./custody.ts";
import { depositsProjection } from "./deposits.ts";

export const deposits: ProjectionFeature = {
  name: "deposits",
  readModels: [depositsProjection, custodyProjection],
};
