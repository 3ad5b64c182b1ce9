import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { proposalsProjection } from "./proposals.ts";

export const proposals: ProjectionFeature = {
  name: "proposals",
  readModels: [proposalsProjection],
};
