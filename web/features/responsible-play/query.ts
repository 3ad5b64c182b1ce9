import { apiQuery } from "#web/lib/api/api-query.ts";

/** Refresh interval of playing times, and their polling interval while the live stream is down, in milliseconds. */
export const PLAY_EVERY_MS = 60_000;

/** The player's limits, breaks and session of play. */
export const responsiblePlayQuery = apiQuery("GET /responsible-play", {
  topics: ["responsible-play", "games"],
  pollMs: PLAY_EVERY_MS,
});
