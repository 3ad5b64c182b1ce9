import { defineServiceFeature } from "#service/features/service-feature.ts";
import { revenueRoutes } from "./routes.ts";

export const revenue = defineServiceFeature({ name: "revenue", routes: revenueRoutes });
