import { defineServiceFeature } from "#service/features/service-feature.ts";
import { rolesAccess } from "./access.ts";
import { roleRoutes } from "./routes.ts";

export const roles = defineServiceFeature({
  name: "roles",
  routes: roleRoutes,
  access: () => rolesAccess,
});
