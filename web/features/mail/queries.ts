import { apiQuery } from "#web/lib/api-query.ts";

/** The player's e-mail address, and whether mails go there. */
export const emailQuery = apiQuery("GET /me/email");
