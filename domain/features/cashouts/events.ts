import { z } from "zod";
import { type Account, house, paymentsAccount, playerAccount, USD } from "../../accounts/account.ts";
import { dollars } from "../../accounts/dollars.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { anyOf, defineEvent, type PayloadOf } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole, withNote } from "../../kernel/events/payload.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { move, type Posting } from "../../ledger/posting.ts";
import { receivableAccount } from "../deposits/events.ts";
import { playerStream } from "../players/events.ts";
import { onApprovers } from "../roles/approvers.ts";
import { FAILED_CAUSES } from "./rules.ts";

/** The stream of a cash-out. */
export const cashoutStream = (cashoutId: string): StreamName => `cashout:${cashoutId}`;
/** The account that holds the money of a cash-out until it is paid, or goes back. */
export const cashoutEscrow = (cashoutId: string): Account => `escrow:${cashoutId}`;

const ofPlayer = { cashoutId: z.string(), playerId: z.string() };
type OfPlayer = { readonly cashoutId: string; readonly playerId: string };
const onBoth = <P extends JsonObject & OfPlayer>(payload: P, postings: readonly Posting[] = []) => ({
  streams: [cashoutStream(payload.cashoutId), playerStream(payload.playerId)] as const,
  payload,
  postings,
});

const reviews = { reviewers: ["reviews"] } as const;
const live = { ...reviews, player: ["balance", "cashouts", "notifications"] } as const;
const notice = { to: "player", type: "cashout", link: "/cashouts" } as const;
const one = { cashoutId: "co_1", playerId: "p_1" };

/** A player asked for dollars to be paid out. They are held from here on. */
export const cashoutRequested = defineEvent({
  type: "CashoutRequested",
  payload: z.strictObject({
    ...ofPlayer,
    /** Cents; `fees` are a part of it. */
    amount: moneyMinorText,
    fees: moneyMinorText,
    /** What the address is called here: it is kept beside the log. */
    targetId: z.string(),
    /** Since when the address is known, in milliseconds. */
    knownSince: whole,
    /** From when on it can be approved. */
    payableFrom: whole,
  }),
  record: (payload) => {
    const { amount, cashoutId, playerId } = payload;
    const [from, to] = [playerAccount(playerId), cashoutEscrow(cashoutId)];
    return onBoth(payload, move({ from, to, asset: USD, amount: BigInt(amount) }));
  },
  live,
  example: [
    {
      ...{ ...one, amount: "10000", fees: "200", targetId: "ct_1" },
      ...{ knownSince: 1_767_227_460_000, payableFrom: 1_767_486_660_000 },
    },
  ],
});

/** An admin took a cash-out for review, alone until an instant in milliseconds. */
export const cashoutClaimed = defineEvent({
  type: "CashoutClaimed",
  payload: z.strictObject({ cashoutId: z.string(), by: z.string(), until: whole }),
  record: (payload) => ({ streams: [cashoutStream(payload.cashoutId)], payload }),
  live: reviews,
  example: [{ cashoutId: "co_1", by: "p_root", until: 1_767_269_400_000 }],
});

/** A first admin approved a cash-out that needs two. */
export const cashoutFirstApproved = defineEvent({
  type: "CashoutFirstApproved",
  payload: z.strictObject({ cashoutId: z.string(), by: z.string() }),
  record: (payload) => ({ streams: [cashoutStream(payload.cashoutId)], payload }),
  live: reviews,
  example: [{ cashoutId: "co_1", by: "p_root" }],
});

/** A cash-out was approved, and is to be paid. It is on the streams of its approvers: thresholds add up. */
export const cashoutApproved = defineEvent({
  type: "CashoutApproved",
  payload: z.strictObject({
    ...ofPlayer,
    by: z.string(),
    /** Who approved it first, where it needed two. */
    firstBy: z.string().nullable(),
    amount: moneyMinorText,
  }),
  record: (payload) => onApprovers(onBoth(payload)),
  live: { ...reviews, player: ["cashouts"] },
  example: [{ ...one, by: "p_root", firstBy: "p_dora", amount: "10000" }],
});

const giveBack = {
  ...ofPlayer,
  amount: moneyMinorText,
  /** Of the amount, what paid a debt in dollars. */
  debtPaid: moneyMinorText,
};
type GiveBack = OfPlayer & { readonly amount: string; readonly debtPaid: string };

/** What was held goes back to the player, and from there into what the player owes. */
function heldBack({ cashoutId, playerId, amount, debtPaid }: GiveBack): readonly Posting[] {
  const player = playerAccount(playerId);
  return [
    ...move({ from: cashoutEscrow(cashoutId), to: player, asset: USD, amount: BigInt(amount) }),
    ...move({ from: player, to: receivableAccount(playerId), asset: USD, amount: BigInt(debtPaid) }),
  ];
}

const backWords = (debtPaid: string): string =>
  debtPaid === "0"
    ? "The money is back in your balance."
    : `The money is back, and ${dollars(debtPaid)} of it paid off what you owed.`;

/** An admin rejected a cash-out. */
export const cashoutRejected = defineEvent({
  type: "CashoutRejected",
  payload: z.strictObject({ ...giveBack, by: z.string(), note: z.string() }),
  record: (payload) => onBoth(payload, heldBack(payload)),
  live,
  notify: {
    ...notice,
    title: "Cash-out rejected",
    message: ({ amount, debtPaid, note }) =>
      withNote(`Your cash-out of ${dollars(amount)} was rejected. ${backWords(debtPaid)}`, note),
  },
  example: [{ ...one, amount: "10000", debtPaid: "0", by: "p_root", note: "Not your address." }],
});

/** A player took a cash-out back before it was approved. */
export const cashoutCancelled = defineEvent({
  type: "CashoutCancelled",
  payload: z.strictObject(giveBack),
  record: (payload) => onBoth(payload, heldBack(payload)),
  live,
  example: [{ ...one, amount: "10000", debtPaid: "0" }],
});

/** A provider is asked for an approved cash-out from here on, however often: it may be paid at any moment. */
export const cashoutBegun = defineEvent({
  type: "CashoutBegun",
  payload: z.strictObject({ ...ofPlayer, provider: z.string() }),
  record: (payload) => onBoth(payload),
  live: { ...reviews, player: ["cashouts"] },
  example: [{ ...one, provider: "paypal" }],
});

/** What a provider says at the end. */
const ending = {
  ...ofPlayer,
  provider: z.string(),
  /** What the provider calls it; null where it took nothing. */
  reference: z.string().nullable(),
  amount: moneyMinorText,
  /** What the provider keeps for it, as far as it was not booked before; the house bears it. */
  providerFee: moneyMinorText,
};

const feeLegs = (provider: string, providerFee: string): readonly Posting[] => {
  const amount = BigInt(providerFee);
  if (amount === 0n) return [];
  return [
    { account: house, asset: USD, delta: -amount },
    { account: paymentsAccount(provider), asset: USD, delta: amount },
  ];
};

/** A provider has paid a cash-out: the net amount left, and the house has its fees. */
export const cashoutPaid = defineEvent({
  type: "CashoutPaid",
  payload: z.strictObject({ ...ending, reference: z.string(), fees: moneyMinorText }),
  record: (payload) => {
    const { cashoutId, provider, amount, fees, providerFee } = payload;
    const from = cashoutEscrow(cashoutId);
    const net = BigInt(amount) - BigInt(fees);
    return onBoth(payload, [
      ...move({ from, to: paymentsAccount(provider), asset: USD, amount: net }),
      ...move({ from, to: house, asset: USD, amount: BigInt(fees) }),
      ...feeLegs(provider, providerFee),
    ]);
  },
  live,
  notify: {
    ...notice,
    title: "Cash-out paid",
    message: ({ amount, fees }) =>
      `${dollars(BigInt(amount) - BigInt(fees))} of your cash-out of ${dollars(amount)} was paid to your PayPal account. Fees were ${dollars(fees)}.`,
  },
  example: [{ ...one, provider: "paypal", reference: "B1", amount: "10000", fees: "200", providerFee: "25" }],
});

const cause = z.enum(FAILED_CAUSES);

/** A cash-out could not be paid, or came back before it counted as paid. */
export const cashoutFailed = defineEvent({
  type: "CashoutFailed",
  payload: z.strictObject({ ...ending, cause, debtPaid: moneyMinorText }),
  record: (payload) =>
    onBoth(payload, [...heldBack(payload), ...feeLegs(payload.provider, payload.providerFee)]),
  live,
  notify: {
    ...notice,
    title: "Cash-out failed",
    message: ({ amount, debtPaid, cause }) =>
      `Your cash-out of ${dollars(amount)} ${FAILED_WORDS[cause]} ${backWords(debtPaid)}`,
  },
  example: [
    {
      ...one,
      ...{ provider: "paypal", reference: "B1", amount: "10000", providerFee: "0", debtPaid: "0" },
      cause: "returned",
    },
  ],
});

/** The reason of a failed cash-out, in words for its player. */
export const FAILED_WORDS: { readonly [C in z.infer<typeof cause>]: string } = {
  refused: "was not accepted by PayPal.",
  denied: "was not accepted by PayPal.",
  failed: "could not be paid by PayPal.",
  blocked: "was blocked by PayPal.",
  returned: "was not claimed, so it came back.",
  refunded: "was sent back by its recipient.",
  reversed: "was reversed by PayPal.",
};

const reversal = z.strictObject({
  ...ending,
  targetId: z.string(),
  fees: moneyMinorText,
  cause,
  debtPaid: moneyMinorText,
});

/** A cash-out came back after it was paid: the player has all of it again, fees included. */
export const cashoutReversed = defineEvent({
  type: "CashoutReversed",
  payload: reversal,
  record: (payload: PayloadOf<typeof reversal>) => {
    const { playerId, provider, amount, fees, debtPaid, providerFee } = payload;
    const player = playerAccount(playerId);
    const net = BigInt(amount) - BigInt(fees);
    return onBoth(payload, [
      ...move({ from: paymentsAccount(provider), to: player, asset: USD, amount: net }),
      ...move({ from: house, to: player, asset: USD, amount: BigInt(fees) }),
      ...move({ from: player, to: receivableAccount(playerId), asset: USD, amount: BigInt(debtPaid) }),
      ...feeLegs(provider, providerFee),
    ]);
  },
  live,
  notify: {
    ...notice,
    title: "Cash-out came back",
    message: ({ amount, debtPaid, cause }) =>
      `Your cash-out of ${dollars(amount)} ${FAILED_WORDS[cause]} ${backWords(debtPaid)}`,
  },
  example: [
    {
      ...one,
      ...{ provider: "paypal", reference: "B1", amount: "10000", providerFee: "0", debtPaid: "0" },
      ...{ fees: "200", cause: "reversed", targetId: "ct_1" },
    },
  ],
});

export const cashoutEvents = [
  cashoutRequested,
  cashoutClaimed,
  cashoutFirstApproved,
  cashoutApproved,
  cashoutRejected,
  cashoutCancelled,
  cashoutBegun,
  cashoutPaid,
  cashoutFailed,
  cashoutReversed,
] as const;
export const isCashoutEvent = anyOf(...cashoutEvents);
