import { apiQuery } from "#web/lib/api-query.ts";

/** How often news are asked for while the live stream is down, in milliseconds. */
const NEWS_POLL_MS = 30_000;
/** More at once would push each other out of sight. */
const NEWS_MAX = 5;

/** What the player was told last, the newest first. */
export const newsQuery = apiQuery("GET /social/notifications", {
  input: { query: { limit: String(NEWS_MAX) } },
  topics: ["notifications"],
  pollMs: NEWS_POLL_MS,
});
