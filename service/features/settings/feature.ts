import { defineServiceFeature } from "#service/features/service-feature.ts";
import { settingsRoutes } from "./routes.ts";

export const settings = defineServiceFeature({ name: "settings", routes: settingsRoutes });
