import { gameTables } from "#service/features/game-tables/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { userGamePreview } from "./preview.ts";
import { userGameRoutes } from "./routes.ts";

export const userGames = defineServiceFeature({
  name: "user-games",
  create: (core) => gameTables.of(core),
  routes: userGameRoutes,
  preview: userGamePreview,
});
