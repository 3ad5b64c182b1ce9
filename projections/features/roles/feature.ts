import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { standingsProjection } from "./standings.ts";

export const roles: ProjectionFeature = {
  name: "roles",
  readModels: [standingsProjection],
};
