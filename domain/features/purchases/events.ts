import { z } from "zod";
import { house, playerAccount } from "../../accounts/account.ts";
import { dollars } from "../../accounts/dollars.ts";
import { copy } from "../../accounts/payload.ts";
import { anyOf, defineEvent } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole, withNote } from "../../kernel/events/payload.ts";
import { receivableAccount } from "../deposits/events.ts";
import { sellerReviewed } from "../listings/events.ts";
import { PAYMENT_METHODS } from "../payment-methods/rules.ts";
import {
  between,
  example,
  live,
  notice,
  ofBoth,
  payDollars,
  paymentStatus,
  purchaseEscrow,
  purchaseStream,
} from "./parties.ts";
import {
  buyerCharged,
  debtReturned,
  paymentObserved,
  refundEnded,
  refundRefused,
  refundStuck,
  refundWanted,
} from "./payment/events.ts";

const LISTING = "0193e3f0-0000-7000-8000-0000000000d1";

/** Somebody began to buy: the terms are fixed from here on. */
export const purchaseInitiated = defineEvent({
  type: "PurchaseInitiated",
  payload: z.strictObject({
    ...between,
    listingId: z.string(),
    copy,
    title: z.string(),
    method: z.enum(PAYMENT_METHODS),
    /** Cents. */
    price: moneyMinorText,
    platformFee: moneyMinorText,
    paymentFee: moneyMinorText,
    sellerPayout: moneyMinorText,
    /** Milliseconds. */
    until: whole,
  }),
  record: (payload) => ({ streams: ofBoth(payload), payload }),
  live: { player: ["notifications"] },
  example: [
    {
      ...example,
      ...{ listingId: LISTING, copy: "item:101:7", title: "A fine hat", method: "stripe", price: "1999" },
      ...{ platformFee: "100", paymentFee: "88", sellerPayout: "1811", until: 1_767_227_460_000 },
    },
  ],
});

/** A purchase was paid in full, and its seller has to send the copy by a trade at the platform in time. */
export const tradeAwaited = defineEvent({
  type: "TradeAwaited",
  payload: z.strictObject({
    ...between,
    title: z.string(),
    sellerPayout: moneyMinorText,
    /** Milliseconds. */
    tradeUntil: whole,
  }),
  record: (payload) => ({ streams: ofBoth(payload), payload }),
  live,
  notify: {
    ...notice,
    title: "Trade awaited",
    message: ({ title }) => `${title} was paid for. The seller has a day to send it in a trade.`,
  },
  example: [{ ...example, title: "A fine hat", sellerPayout: "1811", tradeUntil: 1_767_312_000_000 }],
});

/** The copy is not at its seller any more, and nobody saw it at the buyer: an admin looks at it. */
export const copyLeftSeller = defineEvent({
  type: "CopyLeftSeller",
  payload: z.strictObject({ ...between, title: z.string() }),
  record: (payload) => ({ streams: ofBoth(payload), payload }),
  live,
  notify: {
    ...notice,
    words: ({ title, buyerId }, reader) =>
      reader === buyerId
        ? {
            title: "Has it arrived?",
            message: `${title} is no longer with its seller. Tell us whether you have it.`,
          }
        : {
            title: "Has it arrived?",
            message: `${title} has left you. The buyer has to confirm whether it arrived.`,
          },
  },
  example: [{ ...example, title: "A fine hat" }],
});

/** A purchase was paid in full, and its item went to the buyer: `ListingSold`, or a sync after a trade, moves it. */
export const purchaseDelivered = defineEvent({
  type: "PurchaseDelivered",
  payload: z.strictObject({ ...between, title: z.string(), sellerPayout: moneyMinorText, releaseAt: whole }),
  record: (payload) => ({ streams: ofBoth(payload), payload }),
  live,
  notify: {
    ...notice,
    words: ({ title, buyerId }, reader) =>
      reader === buyerId
        ? { title: "Item bought", message: `Your payment has arrived, and ${title} is in your inventory.` }
        : { title: "Item sold", message: `${title} was paid for, and now belongs to the buyer.` },
  },
  example: [{ ...example, title: "A fine hat", sellerPayout: "1811", releaseAt: 1_767_830_400_000 }],
});

/** A purchase ended before it was paid in full. */
export const purchaseClosed = defineEvent({
  type: "PurchaseClosed",
  payload: z.strictObject({ ...between, paymentStatus }),
  record: (payload) => ({ streams: ofBoth(payload), payload }),
  live,
  example: [{ ...example, paymentStatus: "expired" }],
});

/** The buyer cancelled a purchase; the provider's word decides. */
export const purchaseGivenUp = defineEvent({
  type: "PurchaseGivenUp",
  payload: z.strictObject(between),
  record: (payload) => ({ streams: [purchaseStream(payload.purchaseId)], payload }),
  live: {},
  example: [example],
});

/** The hold is over: the seller has what the terms say, less what the seller owes. */
export const purchaseReleased = defineEvent({
  type: "PurchaseReleased",
  payload: z.strictObject({
    ...between,
    title: z.string(),
    fees: moneyMinorText,
    sellerPayout: moneyMinorText,
    /** Of the payout, what paid a debt in dollars. */
    debtPaid: moneyMinorText,
  }),
  record: (payload) => {
    const { purchaseId, sellerId, fees, sellerPayout, debtPaid } = payload;
    const from = purchaseEscrow(purchaseId);
    const seller = playerAccount(sellerId);
    return {
      streams: ofBoth(payload),
      payload,
      postings: [
        ...payDollars(from, seller, sellerPayout),
        ...payDollars(from, house, fees),
        ...payDollars(seller, receivableAccount(sellerId), debtPaid),
      ],
    };
  },
  live,
  notify: {
    ...notice,
    words: ({ title, sellerPayout, debtPaid, buyerId }, reader) =>
      reader === buyerId
        ? { title: "Purchase complete", message: `The seller of ${title} is paid. You can review them now.` }
        : {
            title: "Sale released",
            message: withNote(
              `${dollars(sellerPayout)} for ${title} is yours now.`,
              debtPaid === "0" ? null : `${dollars(debtPaid)} of it paid off what you owed.`,
            ),
          },
  },
  example: [{ ...example, title: "A fine hat", fees: "188", sellerPayout: "1811", debtPaid: "0" }],
});

/** The buyer says that all is well: no complaint can follow. */
export const purchaseConfirmed = defineEvent({
  type: "PurchaseConfirmed",
  payload: z.strictObject({ ...between, title: z.string() }),
  record: (payload) => ({ streams: ofBoth(payload), payload }),
  live,
  example: [{ ...example, title: "A fine hat" }],
});

/** The buyer says that something is wrong: the seller is not paid until an admin has looked at it. */
export const purchaseComplained = defineEvent({
  type: "PurchaseComplained",
  payload: z.strictObject({ ...between, title: z.string(), reason: z.string() }),
  record: (payload) => ({ streams: ofBoth(payload), payload }),
  live,
  notify: {
    ...notice,
    words: ({ title, buyerId }, reader) =>
      reader === buyerId
        ? { title: "Complaint sent", message: `Your complaint about ${title} is waiting for an admin.` }
        : {
            title: "Complaint",
            message: `Your sale of ${title} is waiting for an admin: the buyer complained.`,
          },
  },
  example: [{ ...example, title: "A fine hat", reason: "It is another one." }],
});

/** A paid purchase is taken back: all of its money is to go back, and its item is the seller's again. */
export const purchaseUndone = defineEvent({
  type: "PurchaseUndone",
  payload: z.strictObject({
    ...between,
    title: z.string(),
    /** The admin, and the one who confirmed it where it needed two; nulls for the house itself. */
    by: z.string().nullable(),
    confirmedBy: z.string().nullable(),
    reason: z.string(),
    paymentStatus,
  }),
  record: (payload) => ({ streams: ofBoth(payload), payload }),
  live: { player: ["balance", "inventory", "notifications"], everybody: ["shop"] },
  notify: {
    ...notice,
    title: "Purchase taken back",
    message: ({ title, reason }) =>
      `${title} goes back to its seller, and the payment to its buyer: ${reason}`,
  },
  example: [
    {
      ...example,
      ...{ title: "A fine hat", by: "p_root", confirmedBy: null, reason: "The buyer is right." },
      paymentStatus: "refunding",
    },
  ],
});

/** Two admins have a seller paid before the hold is over, or despite a complaint. */
export const releaseOrdered = defineEvent({
  type: "ReleaseOrdered",
  payload: z.strictObject({ ...between, by: z.string(), confirmedBy: z.string(), reason: z.string() }),
  record: (payload) => ({ streams: [purchaseStream(payload.purchaseId)], payload }),
  live: {},
  example: [{ ...example, by: "p_root", confirmedBy: "p_second", reason: "The complaint is unfounded." }],
});

export const purchaseEvents = [
  purchaseInitiated,
  paymentObserved,
  purchaseDelivered,
  purchaseClosed,
  purchaseGivenUp,
  refundWanted,
  purchaseReleased,
  purchaseConfirmed,
  purchaseComplained,
  purchaseUndone,
  releaseOrdered,
  tradeAwaited,
  copyLeftSeller,
  buyerCharged,
  debtReturned,
  refundRefused,
  refundStuck,
  refundEnded,
] as const;
export const isPurchaseEvent = anyOf(...purchaseEvents, sellerReviewed);
