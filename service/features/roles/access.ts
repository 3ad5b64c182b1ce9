import { grantedRoles } from "#projections/features/roles/standings.ts";
import type { Access } from "#service/http/access/access.ts";

/** Roles by the settings and by grants. */
export const rolesAccess: Access = {
  standingOf: async ({ playerId, isListed }, models) => {
    const { roles, suspension } = await grantedRoles(models, playerId);
    if (suspension !== null) return { roles: [], suspension };
    return { roles: isListed ? [...new Set(["admin" as const, ...roles])] : roles, suspension };
  },
};
