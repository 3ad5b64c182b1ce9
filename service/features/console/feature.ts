import { defineServiceFeature } from "#service/features/service-feature.ts";
import { consoleRoutes } from "./routes.ts";

export const adminConsole = defineServiceFeature({ name: "console", routes: consoleRoutes });
