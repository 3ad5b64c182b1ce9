import { apiQuery } from "#web/lib/api/api-query.ts";

/** How the player confirms sensitive calls. */
export const securityQuery = apiQuery("GET /me/security", { topics: ["security"] });
/** The player's passkeys, the oldest first. */
export const passkeysQuery = apiQuery("GET /me/passkeys", { topics: ["security"] });
