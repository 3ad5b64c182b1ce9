import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { cashoutsProjection } from "./cashouts.ts";

export const cashouts: ProjectionFeature = {
  name: "cashouts",
  readModels: [cashoutsProjection],
  besideLog: [
    { table: "cashout_targets" },
    { table: "payouts", columns: ["payout_id", "reference", "begun_at", "trouble"] },
  ],
};
