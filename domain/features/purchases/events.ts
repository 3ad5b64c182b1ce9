import { z } from "zod";
import { type Account, house, paymentsAccount, playerAccount, USD } from "../../accounts/account.ts";
import { copy } from "../../accounts/payload.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { anyOf, defineEvent, type Immutable, type PayloadOf } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole, withNote } from "../../kernel/events/payload.ts";
import { formatMinor } from "../../kernel/money.ts";
import { move, type Posting } from "../../ledger/posting.ts";
import { receivableAccount } from "../deposits/events.ts";
import { sellerReviewed } from "../listings/events.ts";
import { PAYMENT_METHODS } from "../payment-methods/rules.ts";
import { playerStream } from "../players/events.ts";
import { PAYMENT_STATUSES } from "./rules.ts";

/** The stream of a purchase. */
export const purchaseStream = (purchaseId: string): StreamName => `purchase:${purchaseId}`;
/** The account that holds what was paid until the seller gets it, or it goes back. */
export const purchaseEscrow = (purchaseId: string): Account => `escrow:${purchaseId}`;

const between = { purchaseId: z.string(), buyerId: z.string(), sellerId: z.string() };
/** How a payment stands after the event. */
const paymentStatus = z.enum(PAYMENT_STATUSES);
type Between = { readonly purchaseId: string; readonly buyerId: string; readonly sellerId: string };
/** The page of a purchase. */
const ofPurchase = ({ purchaseId }: { readonly purchaseId: string }): string =>
  `/shop/purchases/${purchaseId}`;

const ofBoth = ({ purchaseId, buyerId, sellerId }: Between) =>
  [purchaseStream(purchaseId), playerStream(buyerId), playerStream(sellerId)] as const;

const live = { player: ["balance", "notifications"], everybody: ["shop"] } as const;
const notice = { to: "alsoIn", type: "shop", link: "/shop?tab=purchases", linkOf: ofPurchase } as const;
const example = { purchaseId: "u_1", buyerId: "p_bob", sellerId: "p_alice" };
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

/** Totals of what went back, by who bore it. */
const outOf = z.strictObject({
  escrow: moneyMinorText,
  seller: moneyMinorText,
  receivable: moneyMinorText,
  house: moneyMinorText,
  /** As a debt of the buyer, who has the money and whose item cannot come back. Absent for none. */
  buyer: moneyMinorText.exactOptional(),
});
const totals = z.strictObject({ received: moneyMinorText, fee: moneyMinorText, out: outOf });
/** The known money of a purchase, in cents. */
export type Totals = Immutable<z.infer<typeof totals>>;
/** No money in or out. */
export const NO_TOTALS: Totals = {
  received: "0",
  fee: "0",
  out: { escrow: "0", seller: "0", receivable: "0", house: "0" },
};

const observation = z.strictObject({
  ...between,
  provider: z.string(),
  /** The number of the reading at the provider. */
  reading: whole,
  paymentStatus,
  /** Cents that we sent back. */
  refunded: moneyMinorText,
  /** Cents that a bank took back: charge-backs. */
  taken: moneyMinorText,
  ...totals.shape,
});

/** The increase between two known totals. */
const leg = (account: Account, delta: bigint): readonly Posting[] =>
  delta === 0n ? [] : [{ account, asset: USD, delta }];

/** The difference between two readings. */
function movesBetween(now: PayloadOf<typeof observation>, known: Totals): readonly Posting[] {
  const more = (key: "received" | "fee") => BigInt(now[key]) - BigInt(known[key]);
  const out = (key: keyof Totals["out"]) => BigInt(now.out[key] ?? 0) - BigInt(known.out[key] ?? 0);
  const back = out("escrow") + out("seller") + out("receivable") + out("house") + out("buyer");
  return [
    ...leg(paymentsAccount(now.provider), back + more("fee") - more("received")),
    ...leg(purchaseEscrow(now.purchaseId), more("received") - out("escrow")),
    ...leg(playerAccount(now.sellerId), -out("seller")),
    ...leg(receivableAccount(now.sellerId), -out("receivable")),
    ...leg(receivableAccount(now.buyerId), -out("buyer")),
    ...leg(house, -out("house") - more("fee")),
  ];
}

/** A reading of a payment: the amounts since the last one. The second argument is what was known. */
export const paymentObserved = defineEvent({
  type: "PaymentObserved",
  payload: observation,
  record: (payload: PayloadOf<typeof observation>, known: Totals) => ({
    streams: ofBoth(payload),
    payload,
    postings: movesBetween(payload, known),
  }),
  live,
  example: [
    {
      ...example,
      ...{ provider: "stripe", reading: 2, paymentStatus: "paid", received: "1999", fee: "88" },
      ...{ refunded: "0", taken: "0", out: NO_TOTALS.out },
    },
    NO_TOTALS,
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

/** Money has to go back to the buyer: what came late, twice, or was too little or too much. */
export const refundWanted = defineEvent({
  type: "RefundWanted",
  payload: z.strictObject({
    ...between,
    refundId: z.string(),
    amount: moneyMinorText,
    paymentStatus,
    reason: z.enum(["late", "too_little", "too_much", "undone"]),
  }),
  record: (payload) => ({ streams: ofBoth(payload), payload }),
  live,
  example: [
    { ...example, refundId: "u_1-r1", amount: "100", paymentStatus: "refunding", reason: "too_much" },
  ],
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
        ...move({ from, to: seller, asset: USD, amount: BigInt(sellerPayout) }),
        ...move({ from, to: house, asset: USD, amount: BigInt(fees) }),
        ...move({ from: seller, to: receivableAccount(sellerId), asset: USD, amount: BigInt(debtPaid) }),
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
              `$${formatMinor(BigInt(sellerPayout))} for ${title} is yours now.`,
              debtPaid === "0" ? null : `$${formatMinor(BigInt(debtPaid))} of it paid off what you owed.`,
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

/** The refunded amount becomes the buyer's debt, because the item cannot go back; the seller can be paid. */
export const buyerCharged = defineEvent({
  type: "BuyerCharged",
  payload: z.strictObject({ ...between, title: z.string(), amount: moneyMinorText }),
  record: (payload) => ({
    streams: [purchaseStream(payload.purchaseId), playerStream(payload.buyerId)],
    payload,
    postings: move({
      from: receivableAccount(payload.buyerId),
      to: purchaseEscrow(payload.purchaseId),
      asset: USD,
      amount: BigInt(payload.amount),
    }),
  }),
  live,
  notify: {
    ...notice,
    title: "You owe for a purchase",
    message: ({ title, amount }) =>
      `The payment for ${title} was returned to you, but the item cannot come back. You owe $${formatMinor(BigInt(amount))}.`,
  },
  example: [{ ...example, title: "A fine hat", amount: "1999" }],
});

/** A provider refused a refund: it is asked for again, and admins may look. */
export const refundRefused = defineEvent({
  type: "RefundRefused",
  payload: z.strictObject({ purchaseId: z.string(), refundId: z.string(), amount: moneyMinorText }),
  record: (payload) => ({ streams: [purchaseStream(payload.purchaseId)], payload }),
  live: {},
  notify: {
    to: "admins",
    type: "system",
    link: "/admin/payments",
    title: "Refund refused",
    message: ({ purchaseId, amount }) =>
      `A provider refused to refund $${formatMinor(BigInt(amount))} of ${purchaseId}. It will be asked again.`,
  },
  example: [{ purchaseId: "u_1", refundId: "u_1-r1", amount: "100" }],
});

/** A refund was refused again and again, or is not asked for any more by itself: an admin has to look. */
export const refundStuck = defineEvent({
  type: "RefundStuck",
  payload: z.strictObject({
    ...{ purchaseId: z.string(), refundId: z.string(), amount: moneyMinorText },
    /** How often the provider was asked since somebody looked last. */
    asks: z.int().positive(),
  }),
  record: (payload) => ({ streams: [purchaseStream(payload.purchaseId)], payload }),
  live: {},
  notify: {
    to: "admins",
    type: "system",
    link: "/admin/payments",
    title: "Refund stuck",
    message: ({ purchaseId, amount, asks }) =>
      `$${formatMinor(BigInt(amount))} of ${purchaseId} was not refunded, though its provider was asked ${asks} times. Check the account there.`,
  },
  example: [{ purchaseId: "u_1", refundId: "u_1-r1", amount: "100", asks: 5 }],
});

/** Two admins gave up a refund that no provider makes: the house keeps what is there and settles it elsewhere. */
export const refundEnded = defineEvent({
  type: "RefundEnded",
  payload: z.strictObject({
    ...between,
    title: z.string(),
    /** What is no longer requested, and the house's part of it; a bank may have taken the rest. */
    amount: moneyMinorText,
    kept: moneyMinorText,
    by: z.string(),
    confirmedBy: z.string(),
    reason: z.string(),
    paymentStatus,
  }),
  record: (payload) => ({
    streams: [purchaseStream(payload.purchaseId), playerStream(payload.buyerId)],
    payload,
    postings: move({
      from: purchaseEscrow(payload.purchaseId),
      to: house,
      asset: USD,
      amount: BigInt(payload.kept),
    }),
  }),
  live,
  notify: {
    ...notice,
    title: "Refund settled another way",
    message: ({ title, amount, reason }) =>
      `The refund of $${formatMinor(BigInt(amount))} for ${title} was not made by the payment provider: ${reason}`,
  },
  example: [
    {
      ...example,
      ...{ title: "A fine hat", amount: "100", kept: "100", paymentStatus: "refunded" },
      ...{ by: "p_root", confirmedBy: "p_second", reason: "Paid by transfer." },
    },
  ],
});

/** The money behind an already paid debt arrived again: the payment goes back to its payer. */
export const debtReturned = defineEvent({
  type: "DebtReturned",
  payload: z.strictObject({ purchaseId: z.string(), playerId: z.string(), amount: moneyMinorText }),
  record: (payload) => ({
    streams: [purchaseStream(payload.purchaseId), playerStream(payload.playerId)],
    payload,
    postings: move({
      from: receivableAccount(payload.playerId),
      to: playerAccount(payload.playerId),
      asset: USD,
      amount: BigInt(payload.amount),
    }),
  }),
  live,
  notify: {
    ...notice,
    title: "Money is back",
    message: ({ amount }) =>
      `A reversed payment has arrived after all: $${formatMinor(BigInt(amount))} that you had paid for it is yours again.`,
  },
  example: [{ purchaseId: "u_1", playerId: "p_bob", amount: "188" }],
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
