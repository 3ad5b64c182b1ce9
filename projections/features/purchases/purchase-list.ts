import type { ListingShown } from "#domain/features/listings/contract.ts";
import type { PaymentMethod } from "#domain/features/listings/rules.ts";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import type { PaymentStatus } from "#domain/features/purchases/rules.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
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
  readonly status: "open" | "closed" | "delivered" | "released";
  readonly payment_status: PaymentStatus;
  readonly received: bigint | null;
  readonly refunded: bigint | null;
  readonly delivered_at: bigint | null;
  readonly release_at: bigint | null;
  readonly released_at: bigint | null;
}

/** A purchase by its id; null where there is none yet. */
export async function purchaseById(models: ReadModels, purchaseId: string): Promise<PurchaseRow | null> {
  const [row] = await models.ask<PurchaseRow>(
    (table) => `select * from ${table("purchases")} where purchase_id = $1`,
    [purchaseId],
  );
  return row ?? null;
}

/** What somebody bought, or sold, the newest first. */
export function purchasesOf(
  models: ReadModels,
  { playerId, as }: { readonly playerId: string; readonly as: "buyer" | "seller" },
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window,
): Promise<readonly PurchaseRow[]> {
  return models.ask<PurchaseRow>(
    (table) => `select * from ${table("purchases")} where ${as}_id = $1 and begun_position < $2
      order by begun_position desc limit $3`,
    [playerId, before, limit],
  );
}

/** Purchases that wait for a payment and were begun before an instant, the oldest first. */
export function openSince(models: ReadModels, at: number, limit: number): Promise<readonly PurchaseRow[]> {
  return models.ask<PurchaseRow>(
    (table) => `select * from ${table("purchases")} where status = 'open' and created_at <= $1
      order by created_at limit $2`,
    [at, limit],
  );
}

/** Delivered purchases whose hold is over. */
export function releasable(models: ReadModels, at: number, limit: number): Promise<readonly PurchaseRow[]> {
  return models.ask<PurchaseRow>(
    (table) => `select * from ${table("purchases")}
      where status = 'delivered' and release_at <= $1 and payment_status = 'paid' order by release_at limit $2`,
    [at, limit],
  );
}

/** Money that has to go back. */
export interface WantedRefund extends Row {
  readonly refund_id: string;
  readonly purchase_id: string;
  readonly amount: bigint;
}

/** Refunds that no provider was asked for yet, the oldest first. */
export function refundsToAsk(models: ReadModels, limit: number): Promise<readonly WantedRefund[]> {
  return models.ask<WantedRefund>(
    (table) => `select r.* from ${table("purchase_refunds")} r
      where not exists (select from purchase_refunds_asked a where a.refund_id = r.refund_id)
      order by r.position limit $1`,
    [limit],
  );
}

/** A purchase as one of its two sees it. @param checkoutUrl where the buyer pays, while that can be */
export function shownPurchase(
  row: PurchaseRow,
  { listing, checkoutUrl }: { readonly listing: ListingShown; readonly checkoutUrl: string | null },
): PurchaseShown {
  const instant = (at: bigint | null) => (at === null ? null : instantOf(at));
  const isDelivered = row.delivered_at !== null;
  return {
    id: row.purchase_id,
    position: Number(row.begun_position),
    listingId: listing.id,
    listing,
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    purchasePrice: moneyOf(row.price),
    platformFee: moneyOf(row.platform_fee),
    paymentFee: moneyOf(row.payment_fee),
    sellerPayout: moneyOf(row.seller_payout),
    paymentMethod: row.method,
    paymentStatus: row.payment_status,
    deliveryStatus: isDelivered ? "delivered" : row.status === "closed" ? "cancelled" : "pending",
    received: moneyOf(row.received ?? 0n),
    refunded: moneyOf(row.refunded ?? 0n),
    checkoutUrl,
    expiresAt: instantOf(row.until),
    createdAt: instantOf(row.created_at),
    paidAt: instant(row.delivered_at),
    deliveredAt: instant(row.delivered_at),
    releaseAt: instant(row.release_at),
    releasedAt: instant(row.released_at),
    robloxTradeUrl: null,
    tradeCompletedAt: null,
    review: null,
  };
}
