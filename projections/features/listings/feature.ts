import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { categoriesProjection } from "./categories.ts";
import { listingsProjection } from "./listings.ts";
import { sellersProjection } from "./sellers.ts";

export const listings: ProjectionFeature = {
  name: "listings",
  readModels: [categoriesProjection, listingsProjection, sellersProjection],
  besideLog: [{ table: "listing_views" }, { table: "listing_viewers" }, { table: "shop_watchlist" }],
};
