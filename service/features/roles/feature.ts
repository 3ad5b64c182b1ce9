import {
  playerSuspended,
  roleGranted,
  roleRevoked,
  suspensionLifted,
} from "#domain/features/roles/events.ts";
import { grantedRoles } from "#projections/features/roles/standings.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import type { Access } from "#service/http/access/access.ts";
import { noticeMail } from "#service/integrations/mail/event-mail.ts";
import { roleRoutes } from "./routes.ts";

/** Roles from the settings and from grants. */
const rolesAccess: Access = {
  standingOf: async ({ playerId, isListed }, models) => {
    const { roles, suspension } = await grantedRoles(models, playerId);
    if (suspension !== null) return { roles: [], suspension };
    return { roles: isListed ? [...new Set(["admin" as const, ...roles])] : roles, suspension };
  },
};

/** Account changes are mailed, too, so that an owner learns of an unexpected one at once. */
const mails = [
  noticeMail(roleGranted),
  noticeMail(roleRevoked),
  noticeMail(playerSuspended),
  noticeMail(suspensionLifted),
];

export const roles = defineServiceFeature({
  name: "roles",
  routes: roleRoutes,
  mails,
  access: () => rolesAccess,
});
