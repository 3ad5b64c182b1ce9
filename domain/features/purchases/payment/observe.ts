import { playerAccount, USD } from "../../../accounts/account.ts";
import { accept, type Decision, refuse } from "../../../kernel/decision.ts";
import type { NewEvent } from "../../../kernel/events/event.ts";
import type { EventOf } from "../../../kernel/events/event-definition.ts";
import { larger, type Minor, smaller } from "../../../kernel/money.ts";
import type { Player } from "../../../player/player.ts";
import { givenUpFor, type HoldingOf, owedInDollars, withDollarDebtsPaid } from "../../dollar-debts/debts.ts";
import { writeOffReturned } from "../../dollar-debts/events.ts";
import { listingFreed, listingSold } from "../../listings/events.ts";
import type { Listing } from "../../listings/listing.ts";
import { purchaseClosed, purchaseDelivered, purchaseUndone, tradeAwaited } from "../events.ts";
import {
  type BegunPurchase,
  between,
  keptOf,
  type Purchase,
  type PurchaseAnswer,
  type PurchaseOrder,
  UNKNOWN_PURCHASE,
} from "../purchase.ts";
import { type PaymentStatus, TRADE_WITHIN_MS } from "../rules.ts";
import { debtReturned, paymentObserved, refundWanted, type Totals } from "./events.ts";
import { outAfter, WAY_BACK } from "./who-bears.ts";

/** What a provider said of a payment: totals since it began, in cents. */
export interface ObservePayment {
  readonly purchaseId: string;
  readonly provider: string;
  readonly reading: number;
  readonly status: "open" | "processing" | "paid" | "expired";
  readonly received: Minor;
  readonly refunded: Minor;
  /** Waits for the buyer to claim it. */
  readonly offered: Minor;
  readonly taken: Minor;
  readonly fee: Minor;
}

/** What decides an observation, as of the head. */
export interface ObserveContext {
  readonly at: number;
  readonly purchase: Purchase;
  readonly listing: Listing;
  /** Holdings of buyer and seller and their debts, in cents. */
  readonly holding: HoldingOf;
  readonly playerOf: (playerId: string) => Player;
  /** How long a delivered purchase waits before the seller is paid, in milliseconds. */
  readonly holdMs: number;
}

/** Books the difference of a reading. Order, repeats and gaps do not matter; older readings are refused. */
export function observePayment(said: ObservePayment, context: ObserveContext): Decision<PurchaseAnswer> {
  const { purchase } = context;
  if (purchase.status === "absent") return UNKNOWN_PURCHASE;
  if (said.reading <= purchase.reading) return refuse("older_reading", "A newer reading is already booked.");
  const sellerHas = context.holding(playerAccount(purchase.terms.sellerId), USD);
  const observed = bookedBy(said, purchase, sellerHas);
  const events = observed === null ? [] : [observed.event];
  const known = observed?.purchase ?? purchase;
  const returned = debtsReturned(purchase, known, context);
  const all = [...events, ...returned, ...whatFollows(said, known, context)];
  return withDollarDebtsPaid(accept(all, { id: said.purchaseId }), context.holding);
}

/** The event of what has changed, and the purchase after it; null where nothing has. */
function bookedBy(
  said: ObservePayment,
  purchase: BegunPurchase,
  sellerHas: Minor,
): { readonly event: NewEvent; readonly purchase: BegunPurchase } | null {
  const { totals } = purchase;
  const before = BigInt(purchase.refunded) + BigInt(purchase.taken);
  const out = outAfter(purchase, said.refunded + said.taken - before, { said, sellerHas });
  const now: Totals = { received: String(said.received), fee: String(said.fee), out };
  const refunded = String(said.refunded);
  const taken = String(said.taken);
  const after = { ...purchase, reading: said.reading, totals: now, refunded, taken };
  const paymentStatus = paymentStatusOf(after, said);
  const isSame =
    now.received === totals.received &&
    now.fee === totals.fee &&
    refunded === purchase.refunded &&
    taken === purchase.taken &&
    WAY_BACK.every((key) => (out[key] ?? "0") === (totals.out[key] ?? "0"));
  const isOfferNew = paymentStatus === "refund_offered" && !purchase.isOffered;
  if (isSame && !isOfferNew && (said.status !== "processing" || purchase.reading > 0)) return null;
  const { provider, reading } = said;
  const payload = { ...between(purchase), provider, reading, paymentStatus, refunded, taken, ...now };
  return { event: paymentObserved(payload, totals), purchase: after };
}

/** Debt payments that a reading undoes: the house's write-offs first, the rest to the payer. */
function debtsReturned(
  { totals, terms: { purchaseId, sellerId, buyerId } }: BegunPurchase,
  now: BegunPurchase,
  { holding, playerOf }: Pick<ObserveContext, "holding" | "playerOf">,
): readonly NewEvent[] {
  const less = (key: "receivable" | "buyer") =>
    BigInt(totals.out[key] ?? 0) - BigInt(now.totals.out[key] ?? 0);
  const returned = [
    { playerId: sellerId, amount: less("receivable") - owedInDollars(holding, sellerId) },
    { playerId: buyerId, amount: less("buyer") - owedInDollars(holding, buyerId) },
  ];
  return returned.flatMap(({ playerId, amount }) => {
    if (amount <= 0n) return [];
    const toHouse = smaller(amount, givenUpFor(playerOf(playerId)));
    const toPlayer = String(amount - toHouse);
    return [
      ...(toHouse > 0n ? [writeOffReturned({ playerId, amount: String(toHouse) })] : []),
      ...(toHouse < amount ? [debtReturned({ purchaseId, playerId, amount: toPlayer })] : []),
    ];
  });
}

/** How a payment stands. */
export function paymentStatusOf(
  purchase: BegunPurchase,
  said: Pick<ObservePayment, "status" | "offered">,
): PaymentStatus {
  const { totals, refunded, taken, wanted, terms, status, isGivenUp } = purchase;
  const received = BigInt(totals.received);
  const back = BigInt(refunded) + keptOf(purchase);
  // A buyer who paid twice has paid, even if a bank took one payment back.
  const isCovered = hasItem(status) && unspentOf(purchase) - BigInt(taken) >= BigInt(terms.price);
  if (BigInt(taken) > 0n && !isCovered) return "disputed";
  if (received > 0n && back >= received) return "refunded";
  const isPaid = received - BigInt(refunded) >= BigInt(terms.price);
  if (BigInt(wanted) > back && !hasItem(status)) return said.offered > 0n ? "refund_offered" : "refunding";
  if (isPaid) return "paid";
  if (received > 0n) return "underpaid";
  if (said.status === "processing") return "processing";
  if (said.status === "expired") return isGivenUp ? "cancelled" : "expired";
  return "pending";
}

/** The part of a payment that is there, in cents, without refunds made or decided. */
export const unspentOf = (purchase: BegunPurchase): Minor =>
  BigInt(purchase.totals.received) -
  larger(BigInt(purchase.refunded) + keptOf(purchase), BigInt(purchase.wanted));

/** What follows from a reading. */
function whatFollows(
  said: ObservePayment,
  purchase: BegunPurchase,
  context: ObserveContext,
): readonly NewEvent[] {
  const { terms, status } = purchase;
  const price = BigInt(terms.price);
  const unspent = unspentOf(purchase);
  const isDisputed = BigInt(purchase.taken) > 0n;
  // Money without a purchase is refunded, except what the bank has already taken: it may never come again.
  const left = unspent - BigInt(purchase.taken);
  if (hasItem(status)) {
    const excess = left - price;
    return excess > 0n ? [refundOf(purchase, excess, "too_much")] : [];
  }
  if (status !== "undone" && unspent >= price && !isDisputed && isObtainable(context.listing, purchase)) {
    const delivered = deliveryOf(purchase, context);
    return unspent > price ? [...delivered, refundOf(purchase, unspent - price, "too_much")] : delivered;
  }
  if (status === "undone") return left > 0n ? [refundOf(purchase, left, "undone")] : [];
  // A dispute may be lost, and may take months: the seller's copy does not wait for it.
  const isOver = said.status === "expired" || (said.status === "paid" && (unspent < price || isDisputed));
  const back =
    left > 0n && (isOver || unspent >= price) ? [refundOf(purchase, left, reasonOf(purchase, price))] : [];
  return status === "open" && isOver ? [...closingOf(purchase, said, context.listing), ...back] : back;
}

const reasonOf = ({ totals }: BegunPurchase, price: Minor): "late" | "too_little" =>
  BigInt(totals.received) < price ? "too_little" : "late";

/** Whether the copy can go to this buyer: it is kept for them, or it is for sale at their price again. */
const isObtainable = (listing: Listing, { terms }: BegunPurchase): boolean =>
  (listing.status === "reserved" && listing.purchaseId === terms.purchaseId) ||
  (listing.status === "active" && listing.inCustody && listing.offer.price === terms.price);

/** Whether a purchase was paid in full, so that its item is the buyer's, or is to be. */
const hasItem = (status: BegunPurchase["status"]): boolean =>
  status === "awaiting" || status === "delivered" || status === "released";

function deliveryOf(purchase: BegunPurchase, { at, holdMs, listing }: ObserveContext): readonly NewEvent[] {
  const { listingId, sellerId, buyerId, copy, purchaseId, title, sellerPayout } = purchase.terms;
  if (listing.status !== "absent" && !listing.inCustody)
    return [tradeAwaited({ ...between(purchase), title, sellerPayout, tradeUntil: at + TRADE_WITHIN_MS })];
  return [
    listingSold({ listingId, sellerId, buyerId, copy, purchaseId }),
    purchaseDelivered({ ...between(purchase), title, sellerPayout, releaseAt: at + holdMs }),
  ];
}

function closingOf(purchase: BegunPurchase, said: ObservePayment, listing: Listing): readonly NewEvent[] {
  const paymentStatus = paymentStatusOf(purchase, said);
  return [purchaseClosed({ ...between(purchase), paymentStatus }), ...backOnSale(purchase, listing)];
}

/** The refund of an amount that is there, in cents. */
function refundOf(
  purchase: BegunPurchase,
  amount: Minor,
  reason: EventOf<typeof refundWanted>["payload"]["reason"],
): NewEvent {
  const refundId = `${purchase.terms.purchaseId}-r${purchase.refunds + 1}`;
  const paymentStatus: PaymentStatus = reason === "too_much" ? "paid" : "refunding";
  return refundWanted({ ...between(purchase), refundId, amount: String(amount), paymentStatus, reason });
}

/** The events that undo a purchase: all of its money is refunded, except what a bank has already taken. */
export function undoneBy(order: PurchaseOrder, purchase: BegunPurchase): readonly NewEvent[] {
  const unspent = unspentOf(purchase) - BigInt(purchase.taken);
  const paymentStatus = BigInt(purchase.taken) > 0n ? "disputed" : "refunding";
  return [
    purchaseUndone({ ...between(purchase), title: purchase.terms.title, ...order, paymentStatus }),
    ...(unspent > 0n ? [refundOf(purchase, unspent, "undone")] : []),
  ];
}

/** Closes a purchase for which no payment could be begun at all. */
export function failPurchase(purchase: Purchase, listing: Listing): Decision<PurchaseAnswer> {
  if (purchase.status !== "open") return refuse("not_open", "This purchase is already paid or over.");
  return accept(
    [purchaseClosed({ ...between(purchase), paymentStatus: "failed" }), ...backOnSale(purchase, listing)],
    { id: purchase.terms.purchaseId },
  );
}

/** Puts the listing back on sale, where it is kept for this purchase. */
function backOnSale({ terms }: BegunPurchase, listing: Listing): readonly NewEvent[] {
  const { listingId, sellerId, purchaseId } = terms;
  const isKept = listing.status === "reserved" && listing.purchaseId === purchaseId;
  return isKept ? [listingFreed({ listingId, sellerId, purchaseId })] : [];
}
