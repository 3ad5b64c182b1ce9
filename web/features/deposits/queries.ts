import type { Deposit } from "#domain/features/deposits/contract.ts";
import { apiQuery } from "#web/lib/api-query.ts";

/** How often deposits are asked for while the live stream is down, in milliseconds. */
const DEPOSITS_POLL_MS = 10_000;
/** How often a player who waits asks for the place in the queue: of others' reviews players are told nothing. */
export const QUEUE_POLL_MS = 15_000;

/** The player's own deposits, newest first. */
export const depositsQuery = apiQuery("GET /deposits", { topics: ["deposits"], pollMs: DEPOSITS_POLL_MS });

/** Whether one of a player's deposits waits in the queue. */
export const isWaiting = (deposits: readonly Deposit[] | undefined): boolean =>
  deposits?.some(({ queuePosition }) => queuePosition !== null) ?? false;

export type ReviewStatus = "pending" | "completed" | "rejected" | "reversed";

/** Deposits on one page of the review. */
export const REVIEWS_PER_PAGE = 20;

/** A page of the deposits of one status, for review. */
export const reviewQuery = (status: ReviewStatus, next: string | undefined) =>
  apiQuery("GET /admin/deposits", {
    input: { query: { status, limit: String(REVIEWS_PER_PAGE), ...(next !== undefined && { next }) } },
    topics: ["reviews"],
    pollMs: DEPOSITS_POLL_MS,
  });
