import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { botStakesProjection } from "./bot-stakes.ts";
import { botFlipRounds } from "./flips.ts";

export const botFlips: ProjectionFeature = {
  name: "bot-flips",
  game: botFlipRounds,
  readModels: [botStakesProjection],
};
