import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { trialBalanceOf } from "./trial-balance.ts";

export const ledger: ProjectionFeature = {
  name: "ledger",
  ofGames: (games) => [trialBalanceOf(games)],
};
