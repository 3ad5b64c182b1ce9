import { defineServiceFeature } from "#service/features/service-feature.ts";
import { listingRoutes } from "./routes.ts";

export const listings = defineServiceFeature({ name: "listings", routes: listingRoutes });
