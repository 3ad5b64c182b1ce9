import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { custodyProjection } from "./custody.ts";
import { depositsProjection } from "./deposits.ts";

export const deposits: ProjectionFeature = {
  name: "deposits",
  readModels: [depositsProjection, custodyProjection],
  besideLog: [{ table: "deposit_trades" }, { table: "custody_sightings" }],
};
