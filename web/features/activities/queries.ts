import type { ActivityScope } from "#domain/features/activities/contract.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

/** How often the feed is asked for while the live stream is down, in milliseconds. */
const FEED_POLL_MS = 10_000;
/** Activities on a page of the feed. */
export const FEED_PAGE = 25;

/** What players did, from before a position; the newest without one. */
export const feedQuery = (scope: ActivityScope, before?: number) =>
  apiQuery("GET /social/activities", {
    input: {
      query: { scope, limit: String(FEED_PAGE), ...(before !== undefined && { before: String(before) }) },
    },
    ...(before === undefined && { topics: ["bets", "friends", "user-games"] as const, pollMs: FEED_POLL_MS }),
  });
