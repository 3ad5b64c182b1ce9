import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { withdrawalsProjection } from "./withdrawals.ts";

export const withdrawals: ProjectionFeature = {
  name: "withdrawals",
  readModels: [withdrawalsProjection],
};
