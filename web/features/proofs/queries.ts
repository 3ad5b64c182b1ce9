import { apiQuery } from "#web/lib/api/api-query.ts";

/** How often a proof whose seed is secret is asked for while the live stream is down. */
const PROOF_POLL_MS = 30_000;

/** Games between players, and rounds, have ids of this form. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The proof of one game. The seed of a flip appears when its pair is rotated, that of any other game when it is over.
 * @param isFinal whether nothing can be added to it
 */
export const proofQuery = (id: string, { isFinal = false } = {}) =>
  apiQuery("GET /games/{id}/proof", {
    input: { params: { id } },
    ...(!isFinal && {
      topics: UUID.test(id) ? (["coinflips", "user-games"] as const) : (["fairness"] as const),
      pollMs: PROOF_POLL_MS,
    }),
  });

/** The player's own game at a position, in a list; another player's game there gives another id. */
export const gameAtQuery = (position: number) =>
  apiQuery("GET /games/history", {
    input: { query: { limit: "1", before: String(position + 1) } },
    // A visitor has no game there: no reason to complain.
    on401: "null",
  });
