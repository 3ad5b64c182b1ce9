import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { standingsProjection } from "./standings.ts";

export const roles: ProjectionFeature = {
  name: "roles",
  readModels: [standingsProjection],
};
