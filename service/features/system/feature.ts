import { defineServiceFeature } from "#service/features/service-feature.ts";
import { systemRoutes } from "./routes.ts";

export const system = defineServiceFeature({ name: "system", routes: systemRoutes });
