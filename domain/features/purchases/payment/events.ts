import { z } from "zod";
import { type Account, house, paymentsAccount, playerAccount, USD } from "../../../accounts/account.ts";
import { dollars } from "../../../accounts/dollars.ts";
import { defineEvent, type Immutable, type PayloadOf } from "../../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../../kernel/events/payload.ts";
import type { Posting } from "../../../ledger/posting.ts";
import { receivableAccount } from "../../deposits/events.ts";
import { playerStream } from "../../players/events.ts";
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
} from "../parties.ts";

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

/** The refunded amount becomes the buyer's debt, because the item cannot go back; the seller can be paid. */
export const buyerCharged = defineEvent({
  type: "BuyerCharged",
  payload: z.strictObject({ ...between, title: z.string(), amount: moneyMinorText }),
  record: (payload) => ({
    streams: [purchaseStream(payload.purchaseId), playerStream(payload.buyerId)],
    payload,
    postings: payDollars(
      receivableAccount(payload.buyerId),
      purchaseEscrow(payload.purchaseId),
      payload.amount,
    ),
  }),
  live,
  notify: {
    ...notice,
    title: "You owe for a purchase",
    message: ({ title, amount }) =>
      `The payment for ${title} was returned to you, but the item cannot come back. You owe ${dollars(amount)}.`,
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
      `A provider refused to refund ${dollars(amount)} of ${purchaseId}. It will be asked again.`,
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
      `${dollars(amount)} of ${purchaseId} was not refunded, though its provider was asked ${asks} times. Check the account there.`,
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
    postings: payDollars(purchaseEscrow(payload.purchaseId), house, payload.kept),
  }),
  live,
  notify: {
    ...notice,
    title: "Refund settled another way",
    message: ({ title, amount, reason }) =>
      `The refund of ${dollars(amount)} for ${title} was not made by the payment provider: ${reason}`,
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
    postings: payDollars(
      receivableAccount(payload.playerId),
      playerAccount(payload.playerId),
      payload.amount,
    ),
  }),
  live,
  notify: {
    ...notice,
    title: "Money is back",
    message: ({ amount }) =>
      `A reversed payment has arrived after all: ${dollars(amount)} that you had paid for it is yours again.`,
  },
  example: [{ purchaseId: "u_1", playerId: "p_bob", amount: "188" }],
});
