import { defineServiceFeature } from "#service/features/service-feature.ts";
import { activityRoutes } from "./routes.ts";

export const activities = defineServiceFeature({ name: "activities", routes: activityRoutes });
