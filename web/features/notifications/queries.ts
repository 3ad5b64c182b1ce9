import { apiQuery } from "#web/lib/api/api-query.ts";

/** Polling interval of news while the live stream is down, in milliseconds. */
const NEWS_POLL_MS = 30_000;
/** More at once would push one another out of sight. */
const NEWS_MAX = 5;
const LIST_MAX = 50;

/** The player's latest notifications, newest first. */
export const newsQuery = apiQuery("GET /social/notifications", {
  input: { query: { limit: String(NEWS_MAX) } },
  topics: ["notifications"],
  pollMs: NEWS_POLL_MS,
});

/** The notifications of the list. Games lead to new levels. */
export const noticesQuery = apiQuery("GET /social/notifications", {
  input: { query: { limit: String(LIST_MAX) } },
  topics: ["notifications", "games"],
  pollMs: NEWS_POLL_MS,
});

/** How much of it is unread. */
export const unreadQuery = apiQuery("GET /social/notifications/unread", {
  topics: ["notifications", "games"],
  pollMs: NEWS_POLL_MS,
});
