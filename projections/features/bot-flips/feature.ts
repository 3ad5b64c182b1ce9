import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { botStakesProjection } from "./bot-stakes.ts";

export const botFlips: ProjectionFeature = {
  name: "bot-flips",
  readModels: [botStakesProjection],
};
