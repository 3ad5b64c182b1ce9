import type { ProjectionFeature } from "#projections/kernel/feature.ts";
import { coinflipsProjection } from "./coinflips.ts";

export const liveCoinflips: ProjectionFeature = {
  name: "live-coinflips",
  readModels: [coinflipsProjection],
};
