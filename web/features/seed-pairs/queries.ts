import { apiQuery } from "#web/lib/api-query.ts";

/** How often a proof whose seed is secret is asked for while the live stream is down. */
const PROOF_POLL_MS = 30_000;

/** The proof of one game; its seed appears when the pair is rotated. */
export const proofQuery = (id: string) =>
  apiQuery("GET /games/{id}/proof", {
    input: { params: { id } },
    topics: ["fairness"],
    pollMs: PROOF_POLL_MS,
  });

/**
 * The player's own game at a position, as a list of one: the newest before the position after it. Another player's
 * game at that position gives a list with another id in it.
 */
export const gameAtQuery = (position: number) =>
  apiQuery("GET /games/history", { input: { query: { limit: "1", before: String(position + 1) } } });
