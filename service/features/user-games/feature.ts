import { defineServiceFeature } from "#service/features/service-feature.ts";
import { userGameRoutes } from "./routes.ts";

export const userGames = defineServiceFeature({ name: "user-games", routes: userGameRoutes });
