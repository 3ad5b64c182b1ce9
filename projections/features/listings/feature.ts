import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { listingsProjection } from "./listings.ts";
import { sellersProjection } from "./sellers.ts";

export const listings: ProjectionFeature = {
  name: "listings",
  readModels: [listingsProjection, sellersProjection],
};
