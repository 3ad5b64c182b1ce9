import { apiQuery } from "#web/lib/api-query.ts";

/** Where the player is signed in, the session that was used last first. */
export const sessionsQuery = apiQuery("GET /me/sessions");
