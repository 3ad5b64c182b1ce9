import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { userFlipRounds } from "./flips.ts";
import { liveUserFlips } from "./live-flips.ts";

export const userCoinflips: ProjectionFeature = {
  name: "user-coinflips",
  game: userFlipRounds,
  live: liveUserFlips,
};
