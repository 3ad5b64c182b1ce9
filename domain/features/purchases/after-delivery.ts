import { USD } from "../../accounts/account.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { smaller } from "../../kernel/money.ts";
import type { HoldingOf } from "../dollar-debts/debts.ts";
import { listingReturned, sellerReviewed } from "../listings/events.ts";
import { purchaseComplained, purchaseConfirmed, releaseOrdered } from "./events.ts";
import { purchaseEscrow } from "./parties.ts";
import { refundEnded } from "./payment/events.ts";
import { paymentStatusOf, undoneBy } from "./payment/observe.ts";
import {
  type BegunPurchase,
  between,
  onItsWayOf,
  type Purchase,
  type PurchaseAnswer,
  type PurchaseOrder,
  UNKNOWN_PURCHASE,
  withRefundEnded,
} from "./purchase.ts";
import { releasePurchase } from "./release.ts";
import { COMPLAIN_WITHIN_MS } from "./rules.ts";
import { tradedBy, withoutTrade } from "./trade.ts";

/** A buyer's word on their own purchase. */
export interface OnOwnPurchase {
  readonly purchaseId: string;
  readonly buyerId: string;
}

const CONFIRMED = refuse("confirmed_already", "This purchase is already confirmed.");
const CONTESTED = refuse("contested", "You complained about this purchase: an admin is reviewing it.");

/** Whether it is the caller's own purchase; another's looks like none. */
const isOwn = (purchase: Purchase, buyerId: string): purchase is BegunPurchase =>
  purchase.status !== "absent" && purchase.terms.buyerId === buyerId;

/** Whether a delivered purchase counts as confirmed: its buyer said so, or has not complained in time. */
const isConfirmed = (purchase: BegunPurchase, at: number): boolean =>
  purchase.isConfirmed ||
  (!purchase.isContested && purchase.deliveredAt !== null && at >= purchase.deliveredAt + COMPLAIN_WITHIN_MS);

const REFUSED_BY_STATUS = {
  awaiting: refuse("not_delivered", "This purchase has not been delivered yet."),
  open: refuse("not_delivered", "This purchase has not been delivered yet."),
  closed: refuse("purchase_over", "This purchase was not completed."),
  released: refuse("purchase_over", "The seller of this purchase has already been paid."),
  undone: refuse("purchase_over", "This purchase was taken back."),
} as const;

/** Confirms a purchase, and the arrival of a traded item. The hold goes on, since payments may be disputed. */
export function confirmPurchase(
  { buyerId }: OnOwnPurchase,
  { purchase, at, holdMs }: { readonly purchase: Purchase; readonly at: number; readonly holdMs: number },
): Decision<PurchaseAnswer> {
  if (!isOwn(purchase, buyerId)) return UNKNOWN_PURCHASE;
  if (purchase.status === "awaiting") {
    const { purchaseId, title } = purchase.terms;
    const confirmed = purchaseConfirmed({ ...between(purchase), title });
    return accept([...tradedBy("said", purchase, at + holdMs), confirmed], { id: purchaseId });
  }
  if (purchase.status !== "delivered") return REFUSED_BY_STATUS[purchase.status];
  if (purchase.isContested) return CONTESTED;
  if (isConfirmed(purchase, at)) return CONFIRMED;
  const { purchaseId, title } = purchase.terms;
  return accept([purchaseConfirmed({ ...between(purchase), title })], { id: purchaseId });
}

/** Says that something is wrong, in time and before the seller is paid: the release then waits for an admin. */
export function complainOfPurchase(
  { buyerId, reason }: OnOwnPurchase & { readonly reason: string },
  { purchase, at }: { readonly purchase: Purchase; readonly at: number },
): Decision<PurchaseAnswer> {
  if (!isOwn(purchase, buyerId)) return UNKNOWN_PURCHASE;
  if (purchase.status !== "delivered") return REFUSED_BY_STATUS[purchase.status];
  if (purchase.isContested) return CONTESTED;
  if (isConfirmed(purchase, at)) return CONFIRMED;
  const { purchaseId, title } = purchase.terms;
  return accept([purchaseComplained({ ...between(purchase), title, reason })], { id: purchaseId });
}

export interface ReviewPurchase extends OnOwnPurchase {
  readonly rating: number;
  readonly comment: string | null;
  readonly isRecommended: boolean;
}

/** Reviews the seller: once, and only after the seller was paid. */
export function reviewPurchase(
  { purchaseId, buyerId, rating, comment, isRecommended }: ReviewPurchase,
  purchase: Purchase,
): Decision<PurchaseAnswer> {
  if (!isOwn(purchase, buyerId)) return UNKNOWN_PURCHASE;
  if (purchase.isReviewed) return refuse("reviewed_already", "You have already reviewed this purchase.");
  if (purchase.status !== "released")
    return refuse("not_released", "A purchase can be reviewed once its seller is paid.");
  const { sellerId } = purchase.terms;
  const review = { purchaseId, sellerId, reviewerId: buyerId, rating, comment, isRecommended };
  return accept([sellerReviewed(review)], { id: purchaseId });
}

const OWN = refuse("own_purchase", "You cannot decide on your own purchase: ask another admin.");
const isParty = ({ terms }: BegunPurchase, { by, confirmedBy }: PurchaseOrder): boolean =>
  [by, confirmedBy].some((id) => id === terms.buyerId || id === terms.sellerId);

interface UndoContext {
  readonly purchase: Purchase;
  /** Whether the one, and the other, has the copy free. */
  readonly buyerHas: boolean;
  readonly sellerHas: boolean;
}

/**
 * Undoes a paid purchase before its seller is paid: all of its money is to be refunded, and the copy goes back to the
 * seller in the same command, so that nobody has both. Money that a bank has taken back is already with the buyer.
 */
export function undoPurchase(
  order: PurchaseOrder,
  { purchase, buyerHas, sellerHas }: UndoContext,
): Decision<PurchaseAnswer> {
  if (purchase.status === "absent") return UNKNOWN_PURCHASE;
  if (isParty(purchase, order)) return OWN;
  if (purchase.status === "awaiting") return withoutTrade(order, purchase);
  if (purchase.status !== "delivered") return REFUSED_BY_STATUS[purchase.status];
  if (purchase.trade !== null) {
    if (!sellerHas)
      return refuse("item_gone", "This item was traded: a sync has to show it with its seller again first.");
    return accept([...undoneBy(order, purchase)], { id: purchase.terms.purchaseId });
  }
  if (!buyerHas) return refuse("item_gone", "The buyer no longer has this item free, so it cannot go back.");
  const { listingId, sellerId, buyerId, copy, purchaseId } = purchase.terms;
  const returned = listingReturned({ listingId, sellerId, buyerId, copy, purchaseId });
  return accept([returned, ...undoneBy(order, purchase)], { id: purchaseId });
}

/**
 * What an order to pay a seller depends on. @property at milliseconds @property holding what accounts hold, in cents
 */
interface OrderContext {
  readonly purchase: Purchase;
  readonly at: number;
  readonly holding: HoldingOf;
  /** Whether the one, and the other, has the copy free. */
  readonly buyerHas: boolean;
  readonly sellerHas: boolean;
}

/** Whether a paid item can no longer go back, so that only money can settle its purchase. */
export const isItemGone = (
  purchase: Purchase,
  has: Pick<OrderContext, "buyerHas" | "sellerHas">,
): boolean => {
  if (purchase.status === "awaiting") return purchase.hasLeft && !has.sellerHas;
  if (purchase.status !== "delivered") return false;
  return purchase.trade === null ? !has.buyerHas : !has.sellerHas;
};

/**
 * Pays a seller before the hold ends, or despite a complaint, by order of two admins. If the payment was reversed and
 * the item cannot go back, the buyer has both: the reversed amount becomes the buyer's debt.
 */
export function orderRelease(
  order: PurchaseOrder,
  { purchase, buyerHas, sellerHas, ...context }: OrderContext,
): Decision<PurchaseAnswer> {
  if (purchase.status === "absent") return UNKNOWN_PURCHASE;
  if (isParty(purchase, order)) return OWN;
  const isTraded = purchase.status === "awaiting";
  const traded = isTraded ? tradedBy("admins", purchase, context.at) : [];
  const delivered = isTraded ? ({ ...purchase, status: "delivered" } as const) : purchase;
  const gone = isItemGone(purchase, { buyerHas, sellerHas });
  const released = releasePurchase(delivered, { ...context, isOrdered: true, isItemGone: gone });
  if ("refused" in released) return released;
  const { by, confirmedBy, reason } = order;
  // A proposal is decided, too, before anybody has confirmed it; it is recorded only once somebody has.
  const ordered = releaseOrdered({
    ...between(purchase),
    by: by ?? "",
    confirmedBy: confirmedBy ?? "",
    reason,
  });
  return accept([ordered, ...traded, ...released.events], { id: purchase.terms.purchaseId });
}

/**
 * Ends a refund that never arrives, by order of two admins: the house gets what is there and settles with the buyer
 * elsewhere. If the provider makes the refund after all, the house bears it.
 */
export function endRefund(
  order: PurchaseOrder,
  { purchase, holding }: Pick<OrderContext, "purchase" | "holding">,
): Decision<PurchaseAnswer> {
  if (purchase.status === "absent") return UNKNOWN_PURCHASE;
  if (isParty(purchase, order)) return OWN;
  const amount = onItsWayOf(purchase);
  if (amount === 0n) return refuse("nothing_owed", "This purchase has no pending refund.");
  const { purchaseId, title } = purchase.terms;
  const kept = smaller(amount, holding(purchaseEscrow(purchaseId), USD));
  const { by, confirmedBy, reason } = order;
  const admins = { by: by ?? "", confirmedBy: confirmedBy ?? "", reason };
  const after = withRefundEnded(purchase, amount, kept);
  const paymentStatus = paymentStatusOf(after, { status: "paid", offered: 0n });
  const sums = { amount: String(amount), kept: String(kept) };
  const ended = refundEnded({ ...between(purchase), title, ...sums, ...admins, paymentStatus });
  return accept([ended], { id: purchaseId });
}
