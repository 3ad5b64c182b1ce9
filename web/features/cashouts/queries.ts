import type { CashoutStatus } from "#domain/features/cashouts/rules.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { REVIEWS_PER_PAGE } from "#web/lib/pages.ts";

/** How often cash-outs are asked for while the live stream is down, in milliseconds. */
const CASHOUTS_POLL_MS = 10_000;

/** The player's own cash-outs, newest first. */
export const cashoutsQuery = apiQuery("GET /cashouts", { topics: ["cashouts"], pollMs: CASHOUTS_POLL_MS });

/** What the player owes in dollars. */
export const debtQuery = apiQuery("GET /cashouts/debt", { topics: ["balance"], pollMs: CASHOUTS_POLL_MS });

/** A page of the cash-outs of one status, for review. */
export const reviewQuery = (status: CashoutStatus, next: string | undefined) =>
  apiQuery("GET /admin/cashouts", {
    input: { query: { status, limit: String(REVIEWS_PER_PAGE), ...(next !== undefined && { next }) } },
    topics: ["reviews"],
    pollMs: CASHOUTS_POLL_MS,
  });
