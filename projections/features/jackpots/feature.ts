import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { jackpotPlays } from "./plays.ts";
import { jackpotRoundsProjection } from "./rounds.ts";

export const jackpots: ProjectionFeature = {
  name: "jackpots",
  game: jackpotPlays,
  readModels: [jackpotRoundsProjection],
};
