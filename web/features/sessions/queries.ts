import { apiQuery } from "#web/lib/api-query.ts";

/** Where the player is signed in, the session that was used last first. */
export const sessionsQuery = apiQuery("GET /me/sessions");
/** When the player had signed in before this session. */
export const lastSignInQuery = apiQuery("GET /me/last-sign-in");
