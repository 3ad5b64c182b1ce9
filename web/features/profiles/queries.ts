import { apiQuery } from "#web/lib/api/api-query.ts";

/** The player's privacy settings. */
export const privacyQuery = apiQuery("GET /me/privacy");

/** A player as others may see one. */
export const profileQuery = (id: string) =>
  apiQuery("GET /players/{id}", { input: { params: { id } }, topics: ["games"] });
