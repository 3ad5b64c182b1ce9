import { apiQuery } from "#web/lib/api/api-query.ts";

/** How often the read models are asked for while the live stream is down. */
const SYSTEM_POLL_MS = 2_000;
/** Polling interval during a rebuild: its progress is not in the log, so no event announces it. */
export const REBUILD_POLL_MS = 500;

/** Where every read model stands. */
export const projectionsQuery = apiQuery("GET /admin/projections", {
  topics: ["ledger"],
  pollMs: SYSTEM_POLL_MS,
});

/** Whether stakes are taken, and what the last check of the books found. */
export const adminStakesQuery = apiQuery("GET /admin/stakes", { topics: ["stakes"], pollMs: SYSTEM_POLL_MS });

/** The newest verification that an admin started. */
export const verificationQuery = apiQuery("GET /admin/verification");
