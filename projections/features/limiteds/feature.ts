import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { limitedsProjection } from "./limiteds.ts";

export const limiteds: ProjectionFeature = {
  name: "limiteds",
  readModels: [limitedsProjection],
};
