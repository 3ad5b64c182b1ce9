import { defineServiceFeature } from "#service/features/service-feature.ts";
import { profileRoutes } from "./routes.ts";

export const profiles = defineServiceFeature({ name: "profiles", routes: profileRoutes });
