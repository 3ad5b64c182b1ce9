import { apiQuery } from "#web/lib/api/api-query.ts";

/** Polling interval of open coinflips while the live stream is down. */
const COINFLIPS_POLL_MS = 3000;
const OWN_GAMES_POLL_MS = 10_000;
/** The player's newest games searched for results: as many as are listed beside the game. */
const OWN_GAMES = 5;

const ON_CHANGE = { topics: ["coinflips"], pollMs: COINFLIPS_POLL_MS } as const;

/** As many as one answer may have: they are counted, sorted and filtered on the page. */
const OPEN_FLIPS_SHOWN = 200;
const OPEN_FLIPS = { input: { query: { limit: String(OPEN_FLIPS_SHOWN) } }, ...ON_CHANGE } as const;

/** Coinflips that wait for somebody to join. */
export const openFlipsQuery = apiQuery("GET /live-coinflips", OPEN_FLIPS);

/** The same list, as the page of limiteds asks for it. */
export const limitedsFlipsQuery = apiQuery("GET /coinflips/live", OPEN_FLIPS);

/** One coinflip between players. */
export const flipQuery = (id: string) =>
  apiQuery("GET /live-coinflips/{id}", { input: { params: { id } }, ...ON_CHANGE });

/** All inputs of one game, which grow as it goes on. */
export const flipProofQuery = (id: string) =>
  apiQuery("GET /games/{id}/proof", { input: { params: { id } }, ...ON_CHANGE });

/** The player's newest games. */
export const ownGamesQuery = apiQuery("GET /games/history", {
  input: { query: { limit: String(OWN_GAMES) } },
  topics: ["games"],
  pollMs: OWN_GAMES_POLL_MS,
});
