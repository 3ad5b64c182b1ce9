import { apiQuery } from "#web/lib/api/api-query.ts";
import { REVIEWS_PER_PAGE } from "#web/lib/pages.ts";

/** How often deposits are asked for while the live stream is down, in milliseconds. */
const DEPOSITS_POLL_MS = 10_000;

/** The player's own deposits, newest first, each with its place in the queue while it waits. */
export const depositsQuery = apiQuery("GET /deposits", {
  topics: ["deposits", "queue"],
  pollMs: DEPOSITS_POLL_MS,
});

export type ReviewStatus = "pending" | "completed" | "rejected" | "cancelled" | "reversed";

/** A page of the deposits that wait for the second approval of two. */
export const secondApprovalsQuery = (next: string | undefined) =>
  apiQuery("GET /admin/deposits", {
    input: {
      query: { approvals: "1", limit: String(REVIEWS_PER_PAGE), ...(next !== undefined && { next }) },
    },
    topics: ["reviews"],
    pollMs: DEPOSITS_POLL_MS,
  });

/** A page of the deposits of one status, for review. */
export const reviewQuery = (status: ReviewStatus, next: string | undefined) =>
  apiQuery("GET /admin/deposits", {
    input: { query: { status, limit: String(REVIEWS_PER_PAGE), ...(next !== undefined && { next }) } },
    topics: ["reviews"],
    pollMs: DEPOSITS_POLL_MS,
  });
