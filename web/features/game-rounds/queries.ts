import { apiQuery } from "#web/lib/api/api-query.ts";
import type { Side } from "#web/lib/stakes/stake.ts";

/** How often a round is asked for while the live stream is down, in milliseconds. */
const ROUND_POLL_MS = 1_500;
/** Rounds in the strip of those that have ended. */
const ROUNDS_SHOWN = 20;

/** The round of a game in a currency as of now. */
export const roundQuery = (gameId: string, currency: Side) =>
  apiQuery("GET /user-games/{id}/round", {
    input: { params: { id: gameId }, query: { currency } },
    topics: ["user-games"],
    pollMs: ROUND_POLL_MS,
  });

/** The newest rounds of a game that have ended. */
export const roundsQuery = (gameId: string) =>
  apiQuery("GET /user-games/{id}/rounds", {
    input: { params: { id: gameId }, query: { limit: String(ROUNDS_SHOWN) } },
    topics: ["user-games"],
    pollMs: ROUND_POLL_MS,
  });
