import { apiQuery } from "#web/lib/api-query.ts";

/** How often the read models are asked for while the screen is open: nothing tells of their lag. */
export const SYSTEM_POLL_MS = 2_000;
/** The same while one is built anew, so that its progress is seen. */
export const REBUILD_POLL_MS = 500;

/** Where every read model stands. */
export const projectionsQuery = apiQuery("GET /admin/projections");

/** Whether stakes are taken, and what the last check of the books found. */
export const adminStakesQuery = apiQuery("GET /admin/stakes", { topics: ["stakes"], pollMs: SYSTEM_POLL_MS });
