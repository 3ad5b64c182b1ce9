import { defineServiceFeature } from "#service/features/service-feature.ts";
import { gameLimitsRoutes } from "./routes.ts";

export const gameLimits = defineServiceFeature({ name: "game-limits", routes: gameLimitsRoutes });
