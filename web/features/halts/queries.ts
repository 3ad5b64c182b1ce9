import { apiQuery } from "#web/lib/api-query.ts";

/** Whether stakes are taken at the moment. */
export const stakesQuery = apiQuery("GET /stakes", { topics: ["stakes"], pollMs: 30_000 });
