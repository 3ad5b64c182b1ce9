import { players } from "#service/features/players/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { systemRoutes } from "./routes.ts";

export const system = defineServiceFeature({
  name: "system",
  create: (core) => ({ sessions: players.of(core).sessions }),
  routes: systemRoutes,
});
