import { apiQuery } from "#web/lib/api/api-query.ts";

/** Rows on one page of the lists. */
export const ROLES_PER_PAGE = 20;
const limit = String(ROLES_PER_PAGE);

/** A page of who has which role. */
export const holdersQuery = (next: string | undefined) =>
  apiQuery("GET /admin/roles", { input: { query: { limit, ...(next !== undefined && { next }) } } });

/** A page of the access log. @param player only accesses to this player's data */
export const readsQuery = (player: string, next: string | undefined) =>
  apiQuery("GET /admin/reads", {
    input: { query: { limit, ...(player !== "" && { player }), ...(next !== undefined && { next }) } },
  });
