import type { Api } from "#domain/features/contract.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

/** Games shown under 'Recent Games', and those whose ends are shown above them. */
export const RECENT_GAMES = 5;
export const LAST_ENDS = 20;
/** Bets shown in the live feed. */
export const LIVE_BETS = 10;
/** How often the feed is asked for while the live stream is down. */
const LIVE_BETS_POLL_MS = 3000;
/** How often the player's own figures are. */
const OWN_FIGURES_POLL_MS = 10_000;

/** The player's own figures. */
export const statsQuery = apiQuery("GET /games/stats", { topics: ["games"], pollMs: OWN_FIGURES_POLL_MS });

/** The player's newest games. */
export const recentGamesQuery = apiQuery("GET /games/history", {
  input: { query: { limit: String(LAST_ENDS) } },
  topics: ["games"],
  pollMs: OWN_FIGURES_POLL_MS,
});

/** Which bets of the feed are wanted. */
export type WantedBets = Pick<Api["GET /games/bets"]["query"], "game" | "currency">;

/** Everybody's newest bets that are wanted. */
export const liveBetsQuery = (wanted: WantedBets) =>
  apiQuery("GET /games/bets", {
    input: { query: { limit: String(LIVE_BETS), ...wanted } },
    topics: ["bets"],
    pollMs: LIVE_BETS_POLL_MS,
  });
