import { apiQuery } from "#web/lib/api/api-query.ts";

/** How often live games and the chat of one are asked for while the live stream is down. */
const GAMES_POLL_MS = 2000;
const CHAT_POLL_MS = 1000;
const LARGEST_POLL_MS = 10_000;
const GAMES_MAX = 200;
/** The newest messages of a game that are shown. */
const MESSAGES_MAX = 200;

/** Games that are being played or wait for somebody, with how many watch them. */
export const liveGamesQuery = apiQuery("GET /games/live", {
  input: { query: { limit: String(GAMES_MAX) } },
  topics: ["coinflips", "user-games", "spectators"],
  unlogged: ["spectators"],
  pollMs: GAMES_POLL_MS,
});

/** The largest bets of the UTC day. */
export const largestBetsQuery = apiQuery("GET /games/largest", { topics: ["bets"], pollMs: LARGEST_POLL_MS });

/** What happened in a game. */
export const spectatorChatQuery = (gameId: string) =>
  apiQuery("GET /spectator/chat", {
    input: { query: { gameId, limit: String(MESSAGES_MAX) } },
    topics: ["coinflips", "user-games"],
    pollMs: CHAT_POLL_MS,
  });

/** All inputs of a game, which say how it came out. */
export const gameProofQuery = (id: string) =>
  apiQuery("GET /games/{id}/proof", {
    input: { params: { id } },
    topics: ["coinflips", "user-games"],
    pollMs: GAMES_POLL_MS,
  });
