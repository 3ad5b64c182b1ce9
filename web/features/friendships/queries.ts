import { LISTED_MAX } from "#domain/features/friendships/rules.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

/** How often friends and requests are asked for while the live stream is down, in milliseconds. */
const FRIENDS_POLL_MS = 15_000;
const ALL = { limit: String(LISTED_MAX) };
const following = { topics: ["friends"], pollMs: FRIENDS_POLL_MS } as const;

/** All friends: there are never more than one list has. */
export const friendsQuery = apiQuery("GET /social/friends", { input: { query: ALL }, ...following });

/** Requests that wait for an answer: those that came in, or those that were sent. */
export const requestsQuery = (direction: "in" | "out") =>
  apiQuery("GET /social/friend-requests", { input: { query: { ...ALL, direction } }, ...following });

/** Whom the player blocked. */
export const blocksQuery = apiQuery("GET /social/blocks", { input: { query: ALL }, ...following });

/** Players whose name begins in some way. */
export const foundQuery = (search: string) =>
  apiQuery("GET /social/players", { input: { query: { search } }, topics: ["friends"] });
