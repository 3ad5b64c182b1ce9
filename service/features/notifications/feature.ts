import { defineServiceFeature } from "#service/features/service-feature.ts";
import { notificationRoutes } from "./routes.ts";

export const notifications = defineServiceFeature({ name: "notifications", routes: notificationRoutes });
