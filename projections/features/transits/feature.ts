import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { transitsProjection } from "./transits.ts";

export const transits: ProjectionFeature = { name: "transits", readModels: [transitsProjection] };
