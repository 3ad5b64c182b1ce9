import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { proposalsProjection } from "./proposals.ts";

export const proposals: ProjectionFeature = {
  name: "proposals",
  readModels: [proposalsProjection],
};
