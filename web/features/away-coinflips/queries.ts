import { apiQuery } from "#web/lib/api/api-query.ts";

/** Polling interval of other logs' coinflips, which no live stream covers. */
export const AWAY_POLL_MS = 5_000;
const STAKES_SHOWN = 5;
const STAKES_POLL_MS = 10_000;

/** Open coinflips of the site's other logs. */
export const awayFlipsQuery = apiQuery("GET /away-coinflips");

/** The player's newest stakes there. */
export const awayStakesQuery = apiQuery("GET /away-coinflips/stakes", {
  input: { query: { limit: String(STAKES_SHOWN) } },
  topics: ["games"],
  pollMs: STAKES_POLL_MS,
});
