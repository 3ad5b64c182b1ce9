import { refuse } from "../../kernel/decision.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { EventOf } from "../../kernel/events/event-definition.ts";
import type { StreamKind, StreamRead } from "../../kernel/events/stream-kind.ts";
import { larger, type Minor, sumOf } from "../../kernel/money.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import {
  isPurchaseEvent,
  purchaseClosed,
  purchaseDelivered,
  purchaseInitiated,
  tradeAwaited,
} from "./events.ts";
import { purchaseStream } from "./parties.ts";
import { NO_TOTALS, type Totals } from "./payment/events.ts";
import { LATE_PURCHASES_MAX, RESERVED_MS } from "./rules.ts";

export const UNKNOWN_PURCHASE = refuse("unknown_purchase", "There is no such purchase.");

export type PurchaseAnswer = { readonly id: string };

/** Who undoes a purchase, or has its seller paid; nulls for the house itself. */
export interface PurchaseOrder {
  readonly by: string | null;
  readonly confirmedBy: string | null;
  readonly reason: string;
}

/** What was agreed when a purchase began. */
export type PurchaseTerms = EventOf<typeof purchaseInitiated>["payload"];

/** What the log says of a purchase, as far as a decision needs it. */
export type Purchase = { readonly status: "absent" } | BegunPurchase;

/** Amounts are cents, as text. */
export interface BegunPurchase {
  /** Unpaid, closed unpaid, waiting for a trade, delivered, paid to the seller, or undone. */
  readonly status: "open" | "closed" | "awaiting" | "delivered" | "released" | "undone";
  readonly terms: PurchaseTerms;
  readonly isGivenUp: boolean;
  /** Whether money waits for the buyer to claim it. */
  readonly isOffered: boolean;
  /** The newest reading that counts. */
  readonly reading: number;
  readonly totals: Totals;
  readonly refunded: string;
  readonly taken: string;
  /** The total of decided refunds, and their number. */
  readonly wanted: string;
  readonly refunds: number;
  /** Instants in milliseconds; null until it is delivered. */
  readonly deliveredAt: number | null;
  readonly releaseAt: number | null;
  readonly isConfirmed: boolean;
  /** The buyer complained, and the seller is not paid. */
  readonly isContested: boolean;
  readonly isReviewed: boolean;
  /** Since when the seller has to trade the copy, and until when; null where nothing is traded. */
  readonly trade: { readonly since: number; readonly until: number } | null;
  /** The copy is not at the seller any more. */
  readonly hasLeft: boolean;
}

function evolvePurchase(purchase: Purchase, event: RecordedEvent): Purchase {
  if (!isPurchaseEvent(event)) return purchase;
  if (event.type === "PurchaseInitiated") {
    return {
      status: "open",
      terms: event.payload,
      isGivenUp: false,
      isOffered: false,
      reading: 0,
      totals: NO_TOTALS,
      ...{ refunded: "0", taken: "0", wanted: "0", refunds: 0, deliveredAt: null, releaseAt: null },
      ...{ isConfirmed: false, isContested: false, isReviewed: false, trade: null, hasLeft: false },
    };
  }
  if (purchase.status === "absent") return purchase;
  switch (event.type) {
    case "PaymentObserved": {
      const { reading, received, fee, out, refunded, taken, paymentStatus } = event.payload;
      const isOffered = paymentStatus === "refund_offered";
      return { ...purchase, reading, refunded, taken, isOffered, totals: { received, fee, out } };
    }
    case "PurchaseDelivered":
      return {
        ...purchase,
        status: "delivered",
        deliveredAt: event.recordedAt,
        releaseAt: event.payload.releaseAt,
      };
    case "PurchaseClosed":
      return { ...purchase, status: "closed" };
    case "PurchaseGivenUp":
      return { ...purchase, isGivenUp: true };
    case "RefundWanted": {
      // A refund made without a request is not requested again.
      const before = larger(BigInt(purchase.wanted), BigInt(purchase.refunded) + keptOf(purchase));
      const wanted = String(before + BigInt(event.payload.amount));
      return { ...purchase, wanted, refunds: purchase.refunds + 1 };
    }
    case "PurchaseReleased":
      return { ...purchase, status: "released", isContested: false };
    case "PurchaseConfirmed":
      return { ...purchase, isConfirmed: true };
    case "PurchaseComplained":
      return { ...purchase, isContested: true };
    case "PurchaseUndone":
      return { ...purchase, status: "undone", isContested: false };
    case "SellerReviewed":
      return { ...purchase, isReviewed: true };
    case "TradeAwaited": {
      const trade = { since: event.recordedAt, until: event.payload.tradeUntil };
      return { ...purchase, status: "awaiting", trade };
    }
    case "CopyLeftSeller":
      return { ...purchase, hasLeft: true };
    case "RefundEnded":
      return withRefundEnded(purchase, BigInt(event.payload.amount), BigInt(event.payload.kept));
    case "BuyerCharged":
      return { ...purchase, totals: chargedTo(purchase.totals, BigInt(event.payload.amount)) };
    case "RefundRefused":
    case "RefundStuck":
    case "ReleaseOrdered":
    case "DebtReturned":
      return purchase;
  }
}

/** Reversals, where the buyer owes a part that the purchase had borne, in cents. */
function chargedTo(totals: Totals, amount: Minor): Totals {
  const { out } = totals;
  const escrow = String(BigInt(out.escrow) - amount);
  return { ...totals, out: { ...out, escrow, buyer: String(BigInt(out.buyer ?? 0) + amount) } };
}

/** A purchase without further refunds, in cents: the house's part counts as refunded. */
export function withRefundEnded(purchase: BegunPurchase, amount: Minor, kept: Minor): BegunPurchase {
  const { out } = purchase.totals;
  const escrow = String(BigInt(out.escrow) + kept);
  const totals = { ...purchase.totals, out: { ...out, escrow, house: String(BigInt(out.house) - kept) } };
  return { ...purchase, totals, wanted: String(BigInt(purchase.wanted) - amount + kept) };
}

/** What the house keeps of refunds that were given up, in cents. */
export const keptOf = ({ totals }: BegunPurchase): Minor => larger(-BigInt(totals.out.house), 0n);

/** Decided refunds that have not gone yet, in cents. */
export const onItsWayOf = (purchase: BegunPurchase): Minor =>
  larger(BigInt(purchase.wanted) - keptOf(purchase) - BigInt(purchase.refunded), 0n);

export const purchaseStreamKind: StreamKind<Purchase> = {
  kind: "purchase",
  foldVersion: 5,
  initial: { status: "absent" },
  evolve: evolvePurchase,
};

/** The stream of a purchase. */
export const readOfPurchase = (purchaseId: string): StreamRead<Purchase> => ({
  kind: purchaseStreamKind,
  name: purchaseStream(purchaseId),
});

/** Buyer, seller and item, for an event of a purchase. */
export const between = ({ terms: { purchaseId, buyerId, sellerId } }: BegunPurchase) => ({
  purchaseId,
  buyerId,
  sellerId,
});

/** What is booked of a purchase, in cents. */
export const bookedTotals = (purchase: Purchase) => {
  const { totals, refunded, taken } =
    purchase.status === "absent" ? { totals: NO_TOTALS, refunded: "0", taken: "0" } : purchase;
  return {
    ...{ received: BigInt(totals.received), fee: BigInt(totals.fee) },
    ...{ refunded: BigInt(refunded), taken: BigInt(taken) },
  };
};

/** Ids of a player's purchases that are neither paid nor over. */
export const openPurchases = playerSlice<readonly string[]>({
  name: "open-purchases",
  version: 2,
  initial: [],
  on: [
    on(purchaseInitiated, (open, { purchaseId, buyerId }, _event, stream) =>
      stream === `player:${buyerId}` ? [...open, purchaseId] : open,
    ),
    ...[tradeAwaited, purchaseDelivered, purchaseClosed].map((over) =>
      on(over, (open: readonly string[], { purchaseId }: { readonly purchaseId: string }) =>
        open.filter((id) => id !== purchaseId),
      ),
    ),
  ],
  unfinished: (open) => (open.length > 0 ? "Your purchases have to be paid or cancelled." : null),
});

/** A purchase that a player began lately. */
export interface LatePurchase {
  readonly purchaseId: string;
  /** Cents, as text. */
  readonly price: string;
  readonly begunAt: number;
  /** Its time ran out, or its buyer gave it up. */
  readonly isUnpaid?: true;
}

/** A player's purchases in the 24 hours before the newest, without those that could not be paid. */
export const boughtLately = playerSlice<readonly LatePurchase[]>({
  name: "bought-lately",
  version: 2,
  initial: [],
  on: [
    on(purchaseInitiated, (lately, { purchaseId, buyerId, price, until }, _event, stream) => {
      if (stream !== `player:${buyerId}`) return lately;
      const begunAt = until - RESERVED_MS;
      return [...since(lately, begunAt - DAY_MS), { purchaseId, price, begunAt }].slice(-LATE_PURCHASES_MAX);
    }),
    on(purchaseClosed, (lately, { purchaseId, paymentStatus }) =>
      paymentStatus === "failed"
        ? lately.filter((one) => one.purchaseId !== purchaseId)
        : lately.map((one) => (one.purchaseId === purchaseId ? { ...one, isUnpaid: true } : one)),
    ),
  ],
});

const since = (lately: readonly LatePurchase[], at: number): readonly LatePurchase[] =>
  lately.filter(({ begunAt }) => begunAt > at);

/** How much a player began to buy for in the last 24 hours, in cents, and how often; and how often they did not pay. */
export function boughtInADay(
  lately: readonly LatePurchase[],
  at: number,
): { readonly sum: Minor; readonly count: number; readonly unpaid: number } {
  const all = since(lately, at - DAY_MS);
  const counted = all.filter(({ isUnpaid }) => isUnpaid !== true);
  const sum = sumOf(counted.map(({ price }) => BigInt(price)));
  return { sum, count: counted.length, unpaid: all.length - counted.length };
}
