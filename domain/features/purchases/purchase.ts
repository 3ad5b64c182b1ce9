import type { NewEvent } from "../../kernel/event.ts";
import type { EventOf } from "../../kernel/event-definition.ts";
import type { StreamKind } from "../../kernel/stream-kind.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import {
  isPurchaseEvent,
  NO_TOTALS,
  purchaseClosed,
  purchaseDelivered,
  purchaseInitiated,
  type Totals,
} from "./events.ts";

/** What was agreed when a purchase began. */
export type PurchaseTerms = EventOf<typeof purchaseInitiated>["payload"];

/** What the log says of a purchase, as far as a decision needs it. */
export type Purchase = { readonly status: "absent" } | BegunPurchase;

/** Amounts are cents, as text. */
export interface BegunPurchase {
  /** Waits for the payment, came to nothing, has its item at the buyer, or has paid the seller. */
  readonly status: "open" | "closed" | "delivered" | "released";
  readonly terms: PurchaseTerms;
  readonly isGivenUp: boolean;
  /** The newest reading that counts. */
  readonly reading: number;
  readonly totals: Totals;
  readonly refunded: string;
  readonly taken: string;
  /** All that was decided to go back, and how often. */
  readonly wanted: string;
  readonly refunds: number;
  readonly releaseAt: number | null;
}

function evolvePurchase(purchase: Purchase, event: NewEvent): Purchase {
  if (!isPurchaseEvent(event)) return purchase;
  if (event.type === "PurchaseInitiated") {
    return {
      status: "open",
      terms: event.payload,
      isGivenUp: false,
      reading: 0,
      totals: NO_TOTALS,
      ...{ refunded: "0", taken: "0", wanted: "0", refunds: 0, releaseAt: null },
    };
  }
  if (purchase.status === "absent") return purchase;
  switch (event.type) {
    case "PaymentObserved": {
      const { reading, received, fee, out, refunded, taken } = event.payload;
      return { ...purchase, reading, refunded, taken, totals: { received, fee, out } };
    }
    case "PurchaseDelivered":
      return { ...purchase, status: "delivered", releaseAt: event.payload.releaseAt };
    case "PurchaseClosed":
      return { ...purchase, status: "closed" };
    case "PurchaseGivenUp":
      return { ...purchase, isGivenUp: true };
    case "RefundWanted": {
      const wanted = String(BigInt(purchase.wanted) + BigInt(event.payload.amount));
      return { ...purchase, wanted, refunds: purchase.refunds + 1 };
    }
    case "PurchaseReleased":
      return { ...purchase, status: "released" };
  }
}

export const purchaseStreamKind: StreamKind<Purchase> = {
  kind: "purchase",
  foldVersion: 1,
  initial: { status: "absent" },
  evolve: evolvePurchase,
};

/** Ids of a player's purchases that are neither paid nor over. */
export const openPurchases = playerSlice<readonly string[]>({
  name: "open-purchases",
  version: 1,
  initial: [],
  on: [
    on(purchaseInitiated, (open, { purchaseId, buyerId }, _event, stream) =>
      stream === `player:${buyerId}` ? [...open, purchaseId] : open,
    ),
    ...[purchaseDelivered, purchaseClosed].map((over) =>
      on(over, (open: readonly string[], { purchaseId }: { readonly purchaseId: string }) =>
        open.filter((id) => id !== purchaseId),
      ),
    ),
  ],
});
