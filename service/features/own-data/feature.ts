import { players } from "#service/features/players/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { ownDataRoutes } from "./routes.ts";

export const ownData = defineServiceFeature({
  name: "own-data",
  create: (core) => ({ sessions: players.of(core).sessions, tokenSealer: players.of(core).tokenSealer }),
  routes: ownDataRoutes,
});
