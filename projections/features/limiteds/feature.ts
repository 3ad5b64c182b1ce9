import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { limitedsProjection } from "./limiteds.ts";

export const limiteds: ProjectionFeature = {
  name: "limiteds",
  readModels: [limitedsProjection],
};
