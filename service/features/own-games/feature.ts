import { defineServiceFeature } from "#service/features/service-feature.ts";
import { ownGamesRoutes } from "./routes.ts";

export const ownGames = defineServiceFeature({ name: "own-games", routes: ownGamesRoutes });
