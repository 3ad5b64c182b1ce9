import { apiQuery } from "#web/lib/api-query.ts";

/** How often one's deposits are asked for while the live stream is down. */
const DEPOSITS_POLL_MS = 10_000;

/** The player's own deposits, newest first. */
export const depositsQuery = apiQuery("GET /deposits", { topics: ["deposits"], pollMs: DEPOSITS_POLL_MS });
