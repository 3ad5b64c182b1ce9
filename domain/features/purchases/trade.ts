import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { listingRemoved, listingTraded } from "../listings/events.ts";
import { HOUSE } from "../listings/sell.ts";
import { copyLeftSeller, purchaseDelivered } from "./events.ts";
import { undoneBy } from "./payment/observe.ts";
import {
  type BegunPurchase,
  between,
  type Purchase,
  type PurchaseAnswer,
  type PurchaseOrder,
} from "./purchase.ts";

const NOT_AWAITED = refuse("not_awaited", "This purchase is not waiting for a trade.");

/** A copy reached its buyer: who says so, and when the seller is paid, in milliseconds. */
export function tradedBy(
  proof: "seen" | "said" | "admins",
  purchase: BegunPurchase,
  releaseAt: number,
): readonly NewEvent[] {
  const { listingId, sellerId, buyerId, copy, purchaseId, title, sellerPayout } = purchase.terms;
  return [
    listingTraded({ listingId, sellerId, buyerId, copy, purchaseId, proof }),
    purchaseDelivered({ ...between(purchase), title, sellerPayout, releaseAt }),
  ];
}

/** Delivers a purchase whose copy the platform shows at the buyer, if it was asked after the payment. */
export function seeTraded(
  { seenAt }: { readonly seenAt: number },
  { purchase, at, holdMs }: { readonly purchase: Purchase; readonly at: number; readonly holdMs: number },
): Decision<PurchaseAnswer> {
  if (purchase.status !== "awaiting" || purchase.trade === null || seenAt < purchase.trade.since)
    return NOT_AWAITED;
  return accept([...tradedBy("seen", purchase, at + holdMs)], { id: purchase.terms.purchaseId });
}

/** Notes that the platform does not show the copy at the seller any more: then it does not end by itself. */
export function seeLeft(
  { seenAt }: { readonly seenAt: number },
  { purchase }: { readonly purchase: Purchase },
): Decision<PurchaseAnswer> {
  const isAwaited =
    purchase.status === "awaiting" && purchase.trade !== null && seenAt >= purchase.trade.since;
  if (!isAwaited || purchase.hasLeft) return NOT_AWAITED;
  const { purchaseId, title } = purchase.terms;
  return accept([copyLeftSeller({ ...between(purchase), title })], { id: purchaseId });
}

/**
 * Undoes a purchase whose seller did not send the copy in time. If the copy has left the seller, two admins decide: a
 * silent buyer could have both item and money.
 */
export function endTrade(purchase: Purchase, at: number): Decision<PurchaseAnswer> {
  if (purchase.status !== "awaiting" || purchase.trade === null) return NOT_AWAITED;
  if (at < purchase.trade.until) return refuse("too_early", "The seller still has time to send the item.");
  if (purchase.hasLeft) return refuse("copy_left", "The item has left the seller: admins decide.");
  const reason = "The item was not sent in time.";
  return withoutTrade({ by: null, confirmedBy: null, reason }, purchase);
}

/** Gives the money back, and the seller the copy; the listing ends. */
export function withoutTrade(order: PurchaseOrder, purchase: BegunPurchase): Decision<PurchaseAnswer> {
  const { listingId, sellerId, copy, purchaseId } = purchase.terms;
  const removed = listingRemoved({ listingId, sellerId, by: order.by ?? HOUSE, copy, reason: order.reason });
  return accept([removed, ...undoneBy(order, purchase)], { id: purchaseId });
}
