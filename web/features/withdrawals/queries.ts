import type { WithdrawalStatus } from "#domain/features/withdrawals/rules.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { REVIEWS_PER_PAGE } from "#web/lib/pages.ts";

/** How often withdrawals are asked for while the live stream is down, in milliseconds. */
const WITHDRAWALS_POLL_MS = 10_000;

/** The player's own withdrawals, newest first. */
export const withdrawalsQuery = apiQuery("GET /items/withdrawals", {
  topics: ["withdrawals"],
  pollMs: WITHDRAWALS_POLL_MS,
});

/** A page of the withdrawals of one status, for review. */
export const reviewQuery = (status: WithdrawalStatus, next: string | undefined) =>
  apiQuery("GET /admin/withdrawals", {
    input: { query: { status, limit: String(REVIEWS_PER_PAGE), ...(next !== undefined && { next }) } },
    topics: ["reviews"],
    pollMs: WITHDRAWALS_POLL_MS,
  });
