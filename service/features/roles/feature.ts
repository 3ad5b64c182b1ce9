import { players } from "#service/features/players/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { rolesAccess } from "./access.ts";
import { roleRoutes } from "./routes.ts";

export const roles = defineServiceFeature({
  name: "roles",
  create: (core) => ({ sessions: players.of(core).sessions }),
  routes: roleRoutes,
  access: () => rolesAccess,
});
