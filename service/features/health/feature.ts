import { defineServiceFeature } from "#service/features/service-feature.ts";
import { healthRoutes } from "./routes.ts";

export const health = defineServiceFeature({ name: "health", routes: healthRoutes });
