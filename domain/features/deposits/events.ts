import { z } from "zod";
import { type Account, house, issuance, platform, playerAccount } from "../../accounts/account.ts";
import { copy, currency } from "../../accounts/payload.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import {
  anyOf,
  defineEvent,
  type EventOf,
  type Immutable,
  type PayloadOf,
  type Recording,
} from "../../kernel/events/event-definition.ts";
import {
  adminAct,
  confirmedBy,
  confirmedByNobody,
  moneyMinorText,
  whole,
  withNote,
} from "../../kernel/events/payload.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { formatMinor } from "../../kernel/money.ts";
import { move, type Posting } from "../../ledger/posting.ts";
import { onPlayer, playerStream } from "../players/events.ts";
import { onApprovers } from "../roles/approvers.ts";

/** The stream of a deposit. */
export const depositStream = (depositId: string): StreamName => `deposit:${depositId}`;
/** The account of what the house has set aside for a player's debt. */
export const receivableAccount = (playerId: string): Account => `receivable:${playerId}`;

const onDeposit = <P extends JsonObject & { readonly depositId: string }>(payload: P): Recording<P> => ({
  streams: [depositStream(payload.depositId)],
  payload,
});
/** On the deposit's stream, and on that of its player. */
const ofBoth = <P extends JsonObject & { readonly depositId: string; readonly playerId: string }>(
  payload: P,
  postings: readonly Posting[] = [],
) => ({
  streams: [depositStream(payload.depositId), playerStream(payload.playerId)] as const,
  payload,
  postings,
});

const subject = z.discriminatedUnion("type", [
  z.strictObject({ type: z.enum(["rbx", "tix"]), asset: currency, amount: moneyMinorText }),
  z.strictObject({
    type: z.literal("roblox_limited"),
    /** The item's number in the catalogue, and at the platform. */
    itemId: whole,
    assetId: whole,
    quantity: whole,
  }),
]);
/** What a deposit is of: an amount of a currency in minor units, or copies of an item. */
export type DepositSubject = Immutable<z.infer<typeof subject>>;

const reviews = { reviewers: ["reviews"] } as const;
const told = { player: ["balance", "deposits", "notifications"] } as const;
// Everyone waiting moves up when any deposit leaves the queue.
const closed = { ...reviews, ...told, everybody: ["queue"] } as const;
const notice = { to: "player", type: "deposit", link: "/deposits" } as const;
const ofPlayer = { depositId: z.string(), playerId: z.string() };
const one = { depositId: "d_1", playerId: "p_1" };

/** A player asked for a deposit. */
export const depositRequested = defineEvent({
  type: "DepositRequested",
  payload: z.strictObject({ ...ofPlayer, wanted: subject }),
  record: (payload) => ofBoth(payload),
  live: { ...reviews, player: ["deposits"] },
  example: [{ ...one, wanted: { type: "roblox_limited", itemId: 1, assetId: 101, quantity: 2 } }],
});

/** An admin took a deposit for review, alone until an instant in milliseconds. */
export const depositClaimed = defineEvent({
  type: "DepositClaimed",
  payload: z.strictObject({ depositId: z.string(), by: z.string(), until: whole }),
  record: (payload) => onDeposit(payload),
  live: reviews,
  example: [{ depositId: "d_1", by: "p_root", until: 1_767_269_400_000 }],
});

/** A first admin approved a deposit that needs two; the second must be another. */
export const depositApproved = defineEvent({
  type: "DepositApproved",
  payload: z.strictObject({
    depositId: z.string(),
    by: z.string(),
    note: z.string().nullable(),
    copies: z.array(copy),
    /** Items at their values. */
    value: moneyMinorText,
  }),
  record: (payload) => onDeposit(payload),
  live: reviews,
  example: [
    { depositId: "d_1", by: "p_root", note: "Seen.", copies: ["item:101:7", "item:101:8"], value: "200000" },
  ],
});

const completion = z.strictObject({
  ...ofPlayer,
  by: z.string(),
  /** Who approved it first, where it needed two. */
  firstBy: z.string().nullable(),
  note: z.string().nullable(),
  /** Copies that nobody had: credited from `platform`. */
  credited: z.array(copy),
  /** Copies that the player had on sight: in custody from now on, and not credited again. */
  kept: z.array(copy),
  value: moneyMinorText,
});

/**
 * A deposit was approved, and credited with it. The second argument is what it is of. The threshold of second approvals
 * counts the 24-hour sums of its player and of each approver: it is on the streams of all of them.
 */
export const depositCompleted = defineEvent({
  type: "DepositCompleted",
  payload: completion,
  record: (payload: PayloadOf<typeof completion>, wanted: DepositSubject) => {
    const to = playerAccount(payload.playerId);
    const postings =
      wanted.type === "roblox_limited"
        ? payload.credited.flatMap((asset) => move({ from: platform, to, asset, amount: 1n }))
        : move({ from: issuance, to, asset: wanted.asset, amount: BigInt(wanted.amount) });
    return onApprovers(ofBoth(payload, postings));
  },
  live: { ...closed, player: [...told.player, "inventory"] },
  notify: {
    ...notice,
    title: "Deposit completed",
    message: ({ note }) => withNote("Your deposit was approved and credited.", note),
  },
  example: [
    {
      ...one,
      by: "p_root",
      firstBy: "p_dora",
      note: "Welcome.",
      credited: ["item:101:7"],
      kept: ["item:101:8"],
      value: "200000",
    },
    { type: "roblox_limited", itemId: 1, assetId: 101, quantity: 2 },
  ],
});

/** A deposit was rejected. */
export const depositRejected = defineEvent({
  type: "DepositRejected",
  payload: z.strictObject({ ...ofPlayer, by: z.string(), note: z.string() }),
  record: (payload) => ofBoth(payload),
  live: closed,
  notify: {
    ...notice,
    title: "Deposit rejected",
    message: ({ note }) => withNote("Your deposit was rejected.", note),
  },
  example: [{ ...one, by: "p_root", note: "Nothing came in." }],
});

/** A player took a request back before anybody reviewed it. */
export const depositCancelled = defineEvent({
  type: "DepositCancelled",
  payload: z.strictObject(ofPlayer),
  record: (payload) => ofBoth(payload),
  live: closed,
  example: [one],
});

/** A credited deposit was taken back, as far as it was there; the house set aside the rest, which the player owes. */
export const depositReversed = defineEvent({
  type: "DepositReversed",
  payload: z.strictObject({
    ...ofPlayer,
    ...adminAct,
    asset: currency.nullable(),
    /** "0" for items, as what is owed. */
    taken: moneyMinorText,
    owed: moneyMinorText,
    copies: z.array(copy),
  }),
  record: (payload) => {
    const { asset, playerId, copies } = payload;
    const from = playerAccount(playerId);
    const postings =
      asset === null
        ? copies.flatMap((one) => move({ from, to: platform, asset: one, amount: 1n }))
        : [
            ...move({ from, to: issuance, asset, amount: BigInt(payload.taken) }),
            ...move({ from: house, to: receivableAccount(playerId), asset, amount: BigInt(payload.owed) }),
          ];
    return ofBoth(payload, postings);
  },
  live: { ...reviews, player: [...told.player, "inventory"] },
  notify: {
    ...notice,
    words: ({ owed, asset, reason }) => {
      const rest = owed === "0" ? "" : ` You owe ${formatMinor(BigInt(owed))} ${asset} for it.`;
      return {
        title: "Deposit taken back",
        message: withNote(`Your deposit was taken back.${rest}`, reason),
      };
    },
  },
  example: [
    { ...one, by: "p_root", reason: "Charged back.", asset: "RBX", taken: "600", owed: "400", copies: [] },
  ],
});

/** A copy of a deposit went back to its owner at the platform: the house has it no longer in custody. */
export const custodyEnded = defineEvent({
  type: "CustodyEnded",
  payload: z.strictObject({ depositId: z.string(), copy }),
  record: (payload) => onDeposit(payload),
  example: [{ depositId: "d_1", copy: "item:101:7" }],
});

/** A copy came from another log of this site, which kept it in custody: from here on this log does. */
export const custodyArrived = defineEvent({
  type: "CustodyArrived",
  version: 2,
  payload: z.strictObject({
    copy,
    /** The transit that it came by. It stands for the deposit, which is in another log. */
    depositId: z.string(),
    /** The number of the log that it comes from, and what kept it in custody there. */
    log: whole.positive(),
    custodyId: z.string(),
    serial: whole.nullable(),
    /** The deposit of this log that it came in by, if it has come home; null also where version 1 did not say. */
    homeId: z.string().nullable(),
  }),
  upcasters: [(payload) => ({ ...payload, homeId: null })],
  record: (payload) => ({
    streams: [payload.depositId, ...(payload.homeId === null ? [] : [payload.homeId])].map(depositStream) as [
      StreamName,
      ...StreamName[],
    ],
    payload,
  }),
  example: [
    { copy: "item:101:7", depositId: "2-x_1", log: 2, custodyId: "1-y_1", serial: 12, homeId: "d_1" },
  ],
});

/** On the player's stream: one more deposit that waits. No longer recorded: `DepositRequested` says it. */
export const depositOpened = defineEvent({
  type: "DepositOpened",
  isOfFormat1: true,
  payload: z.strictObject({ depositId: z.string() }),
  record: (playerId: string, depositId: string) => onPlayer(playerId, { depositId }),
  live: { player: ["deposits"] },
  example: ["p_1", "d_1"],
});

const closing = z.strictObject({
  depositId: z.string(),
  as: z.enum(["completed", "rejected", "cancelled"]),
});

/** One pending deposit less, on the player's stream. `cancelled` since version 2. No longer recorded. */
export const depositClosed = defineEvent({
  type: "DepositClosed",
  isOfFormat1: true,
  version: 2,
  payload: closing,
  upcasters: [(payload) => payload],
  record: (playerId: string, payload: PayloadOf<typeof closing>) => onPlayer(playerId, payload),
  live: { ...told, everybody: ["queue"] },
  example: ["p_1", { depositId: "d_1", as: "cancelled" }],
});

const counting = z.strictObject({
  depositId: z.string(),
  as: z.enum(["credited", "approved"]),
  /** Items at their values. */
  value: moneyMinorText,
});

/** A credited deposit and its value, for player and approvers. No longer recorded: `DepositCompleted` says it. */
export const depositCounted = defineEvent({
  type: "DepositCounted",
  isOfFormat1: true,
  payload: counting,
  record: (playerId: string, payload: PayloadOf<typeof counting>) => onPlayer(playerId, payload),
  example: ["p_1", { depositId: "d_1", as: "credited", value: "200000" }],
});

const takingBack = z.strictObject({
  depositId: z.string(),
  asset: currency.nullable(),
  owed: moneyMinorText,
  by: z.string(),
});

/** On the player's stream: what is owed for a deposit taken back. No longer recorded: `DepositReversed` says it. */
export const depositTakenBack = defineEvent({
  type: "DepositTakenBack",
  isOfFormat1: true,
  payload: takingBack,
  record: (playerId: string, payload: PayloadOf<typeof takingBack>) => onPlayer(playerId, payload),
  live: told,
  example: ["p_1", { depositId: "d_1", asset: "RBX", owed: "400", by: "p_root" }],
});

const payment = z.strictObject({ depositId: z.string(), asset: currency, amount: moneyMinorText });

/** Part of a debt was paid from income: the player repays the house, and its reserve shrinks. */
export const debtPaid = defineEvent({
  type: "DebtPaid",
  payload: payment,
  record: (playerId: string, payload: PayloadOf<typeof payment>) => {
    const { asset } = payload;
    const amount = BigInt(payload.amount);
    const postings = [
      ...move({ from: playerAccount(playerId), to: house, asset, amount }),
      ...move({ from: receivableAccount(playerId), to: issuance, asset, amount }),
    ];
    return { streams: [playerStream(playerId)], payload, postings };
  },
  live: told,
  notify: {
    ...notice,
    title: "Debt paid",
    message: ({ amount, asset }) => `${formatMinor(BigInt(amount))} ${asset} paid off what you owed.`,
  },
  example: ["p_1", { depositId: "d_1", asset: "RBX", amount: "150" }],
});

const writeOff = z.strictObject({ ...payment.shape, ...adminAct, confirmedBy });

/** Another admin wrote off the rest of a debt, at the cost of the house. */
export const debtWrittenOff = defineEvent({
  type: "DebtWrittenOff",
  version: 2,
  payload: writeOff,
  upcasters: [confirmedByNobody],
  record: (playerId: string, payload: PayloadOf<typeof writeOff>) => {
    const { asset } = payload;
    const amount = BigInt(payload.amount);
    const postings = move({ from: receivableAccount(playerId), to: issuance, asset, amount });
    return { streams: [playerStream(playerId)], payload, postings };
  },
  live: { player: ["deposits", "notifications"], reviewers: ["reviews"] },
  notify: {
    ...notice,
    title: "Debt written off",
    message: ({ amount, asset }) => `You no longer owe ${formatMinor(BigInt(amount))} ${asset}.`,
  },
  example: [
    "p_1",
    {
      depositId: "d_1",
      asset: "RBX",
      amount: "250",
      by: "p_root",
      reason: "Lost for good.",
      confirmedBy: "p_dora",
    },
  ],
});

export const depositEvents = [
  depositRequested,
  depositClaimed,
  depositApproved,
  depositCompleted,
  depositRejected,
  depositCancelled,
  depositReversed,
] as const;
export const isDepositEvent = anyOf(...depositEvents);
export type DepositEvent = EventOf<(typeof depositEvents)[number]>;
export const depositStandingEvents = [
  depositOpened,
  depositClosed,
  depositCounted,
  depositTakenBack,
  debtPaid,
  debtWrittenOff,
] as const;
