import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { crashPlays } from "./plays.ts";
import { crashRoundsProjection } from "./rounds.ts";

export const crash: ProjectionFeature = {
  name: "crash",
  game: crashPlays,
  readModels: [crashRoundsProjection],
};
