import { STUCK_ASKS } from "#domain/features/purchases/rules.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import type { WantedRefund } from "#projections/features/purchases/purchase-list.ts";
import type { Sql } from "#projections/kernel/sql.ts";

/** Delays before a refused refund is requested again, in milliseconds; the last one repeats. */
const AGAIN_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, DAY_MS] as const;
/** The longest delay while the provider is unavailable, in milliseconds: an outage is no refusal. */
const AWAY_MS_MAX = 2 * HOUR_MS;
/** Delay before an accepted refund that has not arrived is requested again, in milliseconds: it may have failed. */
const TAKEN_MS = DAY_MS;
/** Maximum requests of a refund, over more than a month; then an admin must act. */
export const ASKS_MAX = 40;

/** The result of requesting a refund, or why there is none. */
export type Asked = { readonly how: "taken" } | { readonly how: "refused" | "away"; readonly why: string };

/**
 * When a refund is requested again, in milliseconds; null for never.
 * @param asks the number of requests, this one included
 */
export function nextAsk(how: Asked["how"], asks: number, at: number): number | null {
  const wait = AGAIN_MS[Math.min(asks, AGAIN_MS.length) - 1] ?? DAY_MS;
  if (how === "away") return at + Math.min(wait, AWAY_MS_MAX);
  if (asks >= ASKS_MAX) return null;
  return at + (how === "taken" ? TAKEN_MS : wait);
}

/** Whether admins are now notified that a refund is stuck. @param asks the number of requests */
export const isStuckNow = (how: Asked["how"], asks: number): boolean =>
  (how !== "taken" && asks === STUCK_ASKS) || nextAsk(how, asks, 0) === null;

/** Records the outcome of a request, unless another process made one meanwhile. */
export async function noteAsked(
  sql: Sql,
  { refund_id: id, asks, refusals }: WantedRefund,
  { asked, at }: { readonly asked: Asked; readonly at: number },
): Promise<void> {
  await sql.query(
    `insert into purchase_refunds_asked as a (refund_id, asked_at, refusal, asks, refusals, next_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (refund_id) do update set asked_at = $2, refusal = $3, asks = $4, refusals = $5, next_at = $6,
          over_at_refunded = null
        where a.asks = $7`,
    [
      id,
      at,
      asked.how === "taken" ? null : asked.why,
      asks + 1,
      refusals + (asked.how === "refused" ? 1 : 0),
      nextAsk(asked.how, asks + 1, at),
      asks,
    ],
  );
}

/** Records that no refund is open. @param refunded refunded so far of its purchase, in cents */
export async function noteOver(
  sql: Sql,
  refundId: string,
  { refunded, at }: { readonly refunded: bigint; readonly at: number },
): Promise<void> {
  await sql.query(
    `insert into purchase_refunds_asked (refund_id, asked_at, asks, over_at_refunded) values ($1, $2, 0, $3)
      on conflict (refund_id) do update set over_at_refunded = $3, next_at = null, refusal = null`,
    [refundId, at, refunded],
  );
}

/** Requests an open refund now, and resets its count of requests. @returns false if none is open */
export async function askAgain(sql: Sql, refundId: string, at: number): Promise<boolean> {
  const rows = await sql.query(
    `update purchase_refunds_asked set asks = 0, next_at = $2 where refund_id = $1 and over_at_refunded is null
      returning refund_id`,
    [refundId, at],
  );
  return rows.length > 0;
}
