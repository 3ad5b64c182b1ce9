import type { Copy } from "#domain/accounts/item.ts";
import type { PaymentMethod } from "#domain/features/payment-methods/rules.ts";
import type {
  AdminPurchasesQuery,
  PurchaseShown,
  UnmadeRefund,
} from "#domain/features/purchases/contract.ts";
import {
  COMPLAIN_WITHIN_MS,
  type PAYMENT_STATUSES,
  type PURCHASE_FILTERS,
  STUCK_ASKS,
  UNMADE_REFUNDS_MAX,
} from "#domain/features/purchases/rules.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorBy, placeOf } from "../../kernel/cursor.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Turn, Window } from "../../kernel/read-models.ts";
import { type Page, pageOf } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";

/** A purchase as the read model has it; amounts in cents. */
export interface PurchaseRow extends Row {
  readonly purchase_id: string;
  readonly begun_position: bigint;
  readonly created_at: bigint;
  readonly listing_id: string;
  readonly buyer_id: string;
  readonly seller_id: string;
  readonly title: string;
  readonly method: PaymentMethod;
  readonly price: bigint;
  readonly platform_fee: bigint;
  readonly payment_fee: bigint;
  readonly seller_payout: bigint;
  readonly until: bigint;
  readonly copy: Copy;
  readonly awaited_at: bigint | null;
  readonly trade_until: bigint | null;
  readonly left_at: bigint | null;
  readonly status: "open" | "awaiting" | "closed" | "delivered" | "released" | "undone";
  readonly payment_status: (typeof PAYMENT_STATUSES)[number];
  readonly received: bigint | null;
  readonly refunded: bigint | null;
  readonly delivered_at: bigint | null;
  readonly release_at: bigint | null;
  readonly released_at: bigint | null;
  readonly confirmed_at: bigint | null;
  readonly complained_at: bigint | null;
  readonly complaint: string | null;
  readonly rating: number | null;
  readonly comment: string | null;
  readonly is_recommended: boolean | null;
  readonly reviewed_at: bigint | null;
}

/** Purchases `p`, each with its buyer's review. */
const WITH_REVIEW = (table: TableNames): string =>
  `select p.*, r.rating, r.comment, r.is_recommended, r.at as reviewed_at from ${table("purchases")} p
    left join ${table("seller_reviews")} r on r.purchase_id = p.purchase_id`;

/** A purchase by its id; null where there is none yet. */
export async function purchaseById(models: ReadModels, purchaseId: string): Promise<PurchaseRow | null> {
  const [row] = await models.ask<PurchaseRow>(
    (table) => `${WITH_REVIEW(table)} where p.purchase_id = $1`,
    [purchaseId],
  );
  return row ?? null;
}

/** A player's purchases or sales, newest first. */
export function purchasesOf(
  models: ReadModels,
  { playerId, as }: { readonly playerId: string; readonly as: "buyer" | "seller" },
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window,
): Promise<readonly PurchaseRow[]> {
  return models.ask<PurchaseRow>(
    (table) => `${WITH_REVIEW(table)} where p.${as}_id = $1 and begun_position < $2
      order by begun_position desc limit $3`,
    [playerId, before, limit],
  );
}

/** The condition of each status. */
const FILTERS: { readonly [F in (typeof PURCHASE_FILTERS)[number]]: string } = {
  open: "status = 'open'",
  awaiting_trade: "status = 'awaiting'",
  delivered: "status = 'delivered'",
  contested:
    "(status = 'delivered' and complained_at is not null or status = 'awaiting' and left_at is not null)",
  released: "status = 'released'",
  undone: "status = 'undone'",
  closed: "status = 'closed'",
};

/** A page of all purchases, the newest first. @throws BadCursorError */
export async function allPurchases(
  models: ReadModels,
  { status, player, limit = LIST_LIMIT_DEFAULT, next }: AdminPurchasesQuery,
): Promise<Page<PurchaseRow>> {
  const rows = await models.ask<PurchaseRow>(
    (table) => `${WITH_REVIEW(table)} where begun_position < $1
      and ${status === undefined ? "true" : FILTERS[status]}
      and ($2 = '' or buyer_id = $2 or p.seller_id = $2)
      order by begun_position desc limit $3`,
    [placeOf(next), player ?? "", limit + 1],
  );
  return pageOf(rows, limit, { item: (row) => row, cursor: cursorBy("begun_position") });
}

/** Purchases that wait for a payment and were begun before an instant, the oldest first. */
export function openSince(
  models: ReadModels,
  at: number,
  { limit, except }: Turn,
): Promise<readonly PurchaseRow[]> {
  return models.ask<PurchaseRow>(
    (table) => `select * from ${table("purchases")}
      where status = 'open' and created_at <= $1 and purchase_id <> all ($2::text[])
      order by created_at limit $3`,
    [at, arrayLiteral(except), limit],
  );
}

/** A purchase that waits for a trade. */
export interface AwaitedTrade extends Row {
  readonly purchase_id: string;
  readonly buyer_id: string;
  readonly seller_id: string;
  readonly copy: Copy;
  readonly left_at: bigint | null;
}

/** A player's open trades, as buyer or seller. */
export const awaitedOf = (models: ReadModels, playerId: string): Promise<readonly AwaitedTrade[]> =>
  models.ask<AwaitedTrade>(
    (table) => `select purchase_id, buyer_id, seller_id, copy, left_at from ${table("purchases")}
      where status = 'awaiting' and (buyer_id = $1 or seller_id = $1)`,
    [playerId],
  );

/** The purchase that delivered a copy and whose seller is not paid yet; null where there is none. */
export async function unsettledPurchaseOf(models: ReadModels, copy: string): Promise<string | null> {
  const [row] = await models.ask<Row & { readonly purchase_id: string }>(
    (table) => `select purchase_id from ${table("purchases")} where status = 'delivered' and copy = $1
      order by begun_position desc limit 1`,
    [copy],
  );
  return row?.purchase_id ?? null;
}

/** The purchases of some copies whose sellers are not paid yet, one for each, as far as the read model has come. */
export async function unsettledPurchasesOf(models: ReadModels, copies: readonly string[]): Promise<string[]> {
  const rows = await models.ask<Row & { readonly purchase_id: string }>(
    (table) => `select distinct on (copy) purchase_id from ${table("purchases")}
      where status = 'delivered' and copy = any ($1::text[]) order by copy, begun_position desc`,
    [arrayLiteral(copies)],
  );
  return rows.map(({ purchase_id: id }) => id);
}

/** Overdue trades of copies last seen at their sellers. */
export const overdueTrades = (
  models: ReadModels,
  at: number,
  limit: number,
): Promise<readonly AwaitedTrade[]> =>
  models.ask<AwaitedTrade>(
    (table) => `select purchase_id, buyer_id, seller_id, copy, left_at from ${table("purchases")}
      where status = 'awaiting' and trade_until <= $1 and left_at is null order by trade_until limit $2`,
    [at, limit],
  );

/** Delivered purchases whose hold is over. */
export function releasable(models: ReadModels, at: number, limit: number): Promise<readonly PurchaseRow[]> {
  return models.ask<PurchaseRow>(
    (table) => `select * from ${table("purchases")}
      where status = 'delivered' and release_at <= $1 and payment_status = 'paid'
        and complained_at is null order by release_at limit $2`,
    [at, limit],
  );
}

/** A pending refund, and how often a provider was asked for it and refused. */
export interface WantedRefund extends Row {
  readonly refund_id: string;
  readonly purchase_id: string;
  readonly amount: bigint;
  readonly asks: number;
  readonly refusals: number;
}

/**
 * Refunds due for a first or another request, oldest first. If less of a purchase has gone back than before, any of its
 * refunds may be the one that failed.
 * @param at milliseconds
 */
export function refundsToAsk(
  models: ReadModels,
  at: number,
  { limit, except }: Turn,
): Promise<readonly WantedRefund[]> {
  return models.ask<WantedRefund>(
    (table) => `select refund_id, purchase_id, amount, asks, refusals from (
        select r.refund_id, r.purchase_id, r.amount, r.position, coalesce(a.asks, 0) as asks,
          coalesce(a.refusals, 0) as refusals, coalesce(p.refunded, 0) as refunded, a.next_at, a.over_at_refunded,
          a.refund_id is null as is_new, max(a.over_at_refunded) over (partition by r.purchase_id) as most_refunded
        from ${table("purchase_refunds")} r join ${table("purchases")} p on p.purchase_id = r.purchase_id
          left join purchase_refunds_asked a on a.refund_id = r.refund_id
        where not r.is_ended) w
      where case when is_new then true when over_at_refunded is null then next_at <= $1
          else refunded < most_refunded end
        and refund_id <> all ($2::text[])
      order by position limit $3`,
    [at, arrayLiteral(except), limit],
  );
}

/** Refunds ended by admins after a provider was asked: its offer has to end as well. */
export function refundsToWithdraw(
  models: ReadModels,
  { limit, except }: Turn,
): Promise<readonly EndedRefund[]> {
  return models.ask<EndedRefund>(
    (table) => `select r.refund_id, r.purchase_id
      from purchase_refunds_asked a join ${table("purchase_refunds")} r on r.refund_id = a.refund_id
      where r.is_ended and a.over_at_refunded is null and r.refund_id <> all ($1::text[])
      order by r.position limit $2`,
    [arrayLiteral(except), limit],
  );
}

/** A refund that admins ended. */
export interface EndedRefund extends Row {
  readonly refund_id: string;
  readonly purchase_id: string;
}

/** Whether two admins have ended a refund. */
export async function isRefundEnded(models: ReadModels, refundId: string): Promise<boolean> {
  const rows = await models.ask<Row>(
    (table) => `select from ${table("purchase_refunds")} where refund_id = $1 and is_ended`,
    [refundId],
  );
  return rows.length > 0;
}

/** Whether a refund with the requests `a` is stuck: too many failures, or no further automatic request. */
const IS_STUCK = `(a.next_at is null or a.refusal is not null and a.asks >= ${STUCK_ASKS})`;

/** How many refunds a provider refused, and how many are stuck. */
export async function unmadeCounts(
  models: ReadModels,
): Promise<{ readonly refused: bigint; readonly stuck: bigint }> {
  const [row] = await models.ask<Row & { readonly refused: bigint; readonly stuck: bigint }>(
    (table) => `select count(*) filter (where a.refusal is not null) as refused,
        count(*) filter (where ${IS_STUCK}) as stuck
      from ${table("purchase_refunds")} r join purchase_refunds_asked a on a.refund_id = r.refund_id
      where not r.is_ended and a.over_at_refunded is null`,
    [],
  );
  return row ?? { refused: 0n, stuck: 0n };
}

/** A refund that no provider made when it was asked for last. */
interface UnmadeRow extends WantedRefund {
  readonly title: string;
  readonly asked_at: bigint;
  readonly refusal: string | null;
  readonly next_at: bigint | null;
}

/** Refunds that a provider refused, or that were asked for too often without having arrived, the oldest first. */
export async function unmadeRefunds(models: ReadModels): Promise<UnmadeRefund[]> {
  const rows = await models.ask<UnmadeRow>(
    (
      table,
    ) => `select r.refund_id, r.purchase_id, r.amount, p.title, a.asks, a.refusals, a.asked_at, a.refusal,
        a.next_at
      from ${table("purchase_refunds")} r join ${table("purchases")} p on p.purchase_id = r.purchase_id
        join purchase_refunds_asked a on a.refund_id = r.refund_id
      where not r.is_ended and a.over_at_refunded is null and (a.refusal is not null or a.next_at is null)
      order by r.position limit ${UNMADE_REFUNDS_MAX}`,
    [],
  );
  return rows.map((row) => ({
    ...{ id: row.refund_id, purchaseId: row.purchase_id, title: row.title, amount: moneyOf(row.amount) },
    ...{ asks: row.asks, reason: row.refusal, askedAt: instantOf(row.asked_at) },
    nextAt: row.next_at === null ? null : instantOf(row.next_at),
  }));
}

/** The delivery status of a purchase. Without a complaint in time it counts as confirmed. */
function deliveryStatusOf(row: PurchaseRow, at: number): PurchaseShown["deliveryStatus"] {
  if (row.status === "undone") return row.delivered_at === null ? "cancelled" : "returned";
  if (row.status === "awaiting") return "awaiting_trade";
  if (row.status === "closed") return "cancelled";
  if (row.delivered_at === null) return "pending";
  const isOutOfTime = row.complained_at === null && at >= Number(row.delivered_at) + COMPLAIN_WITHIN_MS;
  return row.confirmed_at !== null || isOutOfTime ? "confirmed" : "delivered";
}

function reviewOf({
  rating,
  comment,
  is_recommended: isRecommended,
  reviewed_at: at,
}: PurchaseRow): PurchaseShown["review"] {
  if (rating === null || isRecommended === null || at === null) return null;
  return { rating, comment, isRecommended, createdAt: instantOf(at) };
}

/** Whether money of a purchase may wait for its buyer to claim it. */
export const mayClaim = ({ payment_status: status, received, refunded, price }: PurchaseRow): boolean =>
  status === "refund_offered" || (received ?? 0n) - (refunded ?? 0n) > price;

/** A purchase's addresses: where the buyer pays, claims refunds, and takes trades. */
type ShownWith = Pick<PurchaseShown, "listing" | "checkoutUrl" | "refundUrls"> & {
  readonly tradeUrl: string | null;
  readonly at: number;
};

/** A purchase as its buyer or seller sees it. */
export function shownPurchase(row: PurchaseRow, { at, tradeUrl, ...addresses }: ShownWith): PurchaseShown {
  const instant = (when: bigint | null) => (when === null ? null : instantOf(when));
  const { complaint, complained_at: complainedAt } = row;
  return {
    id: row.purchase_id,
    position: Number(row.begun_position),
    listingId: addresses.listing.id,
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    purchasePrice: moneyOf(row.price),
    platformFee: moneyOf(row.platform_fee),
    paymentFee: moneyOf(row.payment_fee),
    sellerPayout: moneyOf(row.seller_payout),
    paymentMethod: row.method,
    paymentStatus: row.payment_status,
    deliveryStatus: deliveryStatusOf(row, at),
    received: moneyOf(row.received ?? 0n),
    refunded: moneyOf(row.refunded ?? 0n),
    ...addresses,
    expiresAt: instantOf(row.until),
    createdAt: instantOf(row.created_at),
    paidAt: instant(row.awaited_at ?? row.delivered_at),
    deliveredAt: instant(row.delivered_at),
    releaseAt: instant(row.release_at),
    releasedAt: instant(row.released_at),
    robloxTradeUrl: row.awaited_at === null ? null : tradeUrl,
    tradeUntil: instant(row.trade_until),
    hasLeftSeller: row.left_at !== null,
    tradeCompletedAt: row.awaited_at === null ? null : instant(row.delivered_at),
    complaint:
      complaint === null || complainedAt === null ? null : { reason: complaint, at: instantOf(complainedAt) },
    review: reviewOf(row),
  };
}
