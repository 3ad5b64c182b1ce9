import { z } from "zod";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent, type EventOf, type PayloadOf } from "../../kernel/events/event-definition.ts";
import { whole } from "../../kernel/events/payload.ts";
import type { Account, Asset } from "../account.ts";
import { move, type Posting } from "../posting.ts";
import { receiptSchema } from "../proof.ts";
import { arrivalFrom1, closingFrom1, departureFrom1 } from "./older-forms.ts";
import { LOG_NUMBER } from "./peer-receipt.ts";
import {
  type ArrivedThing,
  arrivedThings,
  closedThings,
  elsewhere,
  outside,
  type SentThing,
  sentThings,
  sourceOf,
  thingOfTransit,
  transitId,
  UNNAMED_DEPARTURE,
} from "./single.ts";

/**
 * Assets move between two logs in three events, all in the stream `transit:<id>`, which both logs have:
 *
 *   source       TransitLeft     sender -> transit:<id>           all rules stand here
 *   destination  TransitArrived  peer:<source> -> receiver        carries the receipt of TransitLeft
 *   source       TransitClosed   transit:<id> -> peer:<dest>      carries the receipt of TransitArrived
 *
 * `transit:<id>` holds what has left and is not known to have arrived. `peer:<log>` is what that log owes to this one,
 * below zero what this one owes. Between two logs at rest both are opposite, and no transit holds anything.
 *
 * Single things, as copies of items, are owed by nobody, and several may go together: see `single.ts`.
 */

/** The most characters of an account's name in a transit, so that receipts stay small. */
export const TRANSIT_ACCOUNT_MAX = 200;
/** The most characters that say what a transit is for. */
export const TRANSIT_PURPOSE_MAX = 200;
/** Maximum base64 characters of a carried receipt's event: an arrival holds the receipt of its departure. */
export const CARRIED_EVENT_MAX = 131_072;
/** The most hashes on the path of a carried receipt: blocks of up to 65,536 events. */
export const CARRIED_PATH_MAX = 16;

/** An Ed25519 signature has 64 bytes, in base64. */
const SIGNATURE_CHARS_MAX = 88;

const BETWEEN_LOGS = /^(?:transit|peer):/;
/** The name of the account that sends or receives; accounts between logs can do neither. */
export const accountName = z
  .string()
  .regex(/^[a-z][a-z-]*(?::[\w.:-]+)?$/, "Must be an account")
  .max(TRANSIT_ACCOUNT_MAX)
  .refine((name) => !BETWEEN_LOGS.test(name), "Must not be an account between logs");
/** What is sent. Nothing where only the purpose matters, such as a lost stake. */
const sentAmount = z.string().regex(/^(?:0|[1-9]\d{0,18})$/, "Must be whole minor units");
/** An asset that is counted, in minor units. */
const countedName = z
  .string()
  .regex(/^[A-Za-z][\w-]*$/, "Must be a counted asset")
  .max(TRANSIT_ACCOUNT_MAX);
/** What the destination should do with the arrival, as `<what>:<id>`; empty for nothing. */
export const purposeText = z
  .string()
  .regex(/^(?:[a-z-]+:[\w-]+)?$/, "Must be <what>:<id>")
  .max(TRANSIT_PURPOSE_MAX);

/** A receipt as another log carries it. Bounded, for it becomes part of an event. */
export const carriedReceiptSchema = receiptSchema.extend({
  event: receiptSchema.shape.event.max(CARRIED_EVENT_MAX),
  path: receiptSchema.shape.path.max(CARRIED_PATH_MAX),
  head: receiptSchema.shape.head.extend({
    log: z.string().regex(LOG_NUMBER),
    signature: z.base64().max(SIGNATURE_CHARS_MAX),
    keyId: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  }),
});

/** The stream of a transit, which both logs have. */
export const transitStream = (id: string): StreamName => `transit:${id}`;
/** What has left a log by this transit and is not known to have arrived. */
export const transitAccount = (id: string): Account => `transit:${id}`;
/** What another log owes to this one. */
export const peerAccount = (log: number): Account => `peer:${log}`;

interface Legs {
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
}

const moved = ({ from, to, asset, amount }: Legs): readonly Posting[] =>
  move({ from: from as Account, to: to as Account, asset: asset as Asset, amount: BigInt(amount) });

/** What an event moves: an amount of what is counted, or each of several single things. */
type OfOneOrSeveral =
  | { readonly asset: string; readonly amount: string }
  | { readonly things: readonly { readonly asset: string }[] };
const eachOf = (of: OfOneOrSeveral) =>
  "things" in of ? of.things.map((thing) => ({ ...thing, amount: "1" })) : [of];

const EXAMPLE_DEPARTURE = {
  amount: "1000",
  asset: "EUR",
  id: "1-x_1",
  purpose: "",
  receiver: "customer:b",
  sender: "customer:a",
  to: 2,
};
const HASH = "00".repeat(32);
const EXAMPLE_BLOCK = { from: 1, hash: HASH, number: 1, previous: HASH, root: HASH, to: 1 };
const EXAMPLE_HEAD = {
  at: "2026-01-01T00:00:00.000Z",
  hash: HASH,
  keyId: "h1",
  log: "1",
  number: 1,
  signature: "",
  to: 1,
};
const EXAMPLE_RECEIPT = {
  block: EXAMPLE_BLOCK,
  event: "",
  head: EXAMPLE_HEAD,
  index: 0,
  leaf: HASH,
  path: [],
};

const departureShape = {
  id: transitId,
  purpose: purposeText,
  receiver: accountName,
  sender: accountName,
  to: whole.positive(),
};
const departure = z.union([
  z.strictObject({ ...departureShape, amount: sentAmount, asset: countedName }),
  z.strictObject({ ...departureShape, things: sentThings }),
]);

/** An asset left this log for another one, or several single things together. */
export const transitLeft = defineEvent({
  type: "TransitLeft",
  version: 2,
  payload: departure,
  upcasters: [departureFrom1],
  record: (payload: PayloadOf<typeof departure>) => ({
    streams: [transitStream(payload.id)],
    payload,
    postings: eachOf(payload).flatMap(({ asset, amount }) =>
      moved({ from: payload.sender, to: transitAccount(payload.id), asset, amount }),
    ),
  }),
  example: [EXAMPLE_DEPARTURE],
});

const arrivalShape = { id: transitId, receipt: carriedReceiptSchema, receiver: accountName };
const arrival = z.union([
  z.strictObject({ ...arrivalShape, amount: sentAmount, asset: countedName }),
  z.strictObject({ ...arrivalShape, things: arrivedThings }),
]);
/** Where each thing comes from, of single ones; what is counted is what the other log owes. */
function arriving(payload: PayloadOf<typeof arrival>): readonly Posting[] {
  const { id, receiver: to } = payload;
  if (!("things" in payload)) return moved({ ...payload, from: peerAccount(sourceOf(id)), to });
  return payload.things.flatMap(({ asset, back }) =>
    moved({ from: back === null ? outside : elsewhere, to, asset, amount: "1" }),
  );
}
/** The transits by which returning things had left, as far as they are named: completed for them. */
function backOf(payload: PayloadOf<typeof arrival>): ReadonlySet<string> {
  const named = new Set<string>();
  if (!("things" in payload)) return named;
  for (const { back } of payload.things) if (back !== null && back !== UNNAMED_DEPARTURE) named.add(back);
  return named;
}

/** An asset that left another log has arrived in this one. */
export const transitArrived = defineEvent({
  type: "TransitArrived",
  version: 2,
  payload: arrival,
  upcasters: [arrivalFrom1],
  record: (payload: PayloadOf<typeof arrival>) => ({
    streams: [transitStream(payload.id), ...[...backOf(payload)].map(transitStream)],
    payload,
    postings: arriving(payload),
  }),
  example: [{ amount: "1000", asset: "EUR", id: "1-x_1", receipt: EXAMPLE_RECEIPT, receiver: "customer:b" }],
});

const closingShape = { id: transitId, receipt: carriedReceiptSchema, to: whole.positive() };
const closing = z.union([
  z.strictObject({ ...closingShape, amount: sentAmount, asset: countedName }),
  z.strictObject({ ...closingShape, things: closedThings }),
]);

/** An asset that left this log is known to have arrived. */
export const transitClosed = defineEvent({
  type: "TransitClosed",
  version: 2,
  payload: closing,
  upcasters: [closingFrom1],
  record: (payload: PayloadOf<typeof closing>) => ({
    streams: [transitStream(payload.id)],
    payload,
    postings: eachOf(payload).flatMap(({ asset, amount }) => {
      const to = "things" in payload ? elsewhere : peerAccount(payload.to);
      return moved({ from: transitAccount(payload.id), to, asset, amount });
    }),
  }),
  example: [{ amount: "1000", asset: "EUR", id: "1-x_1", receipt: EXAMPLE_RECEIPT, to: 2 }],
});

/** What a departure says. */
export type Departure = EventOf<typeof transitLeft>["payload"];
/** What an arrival says. */
export type Arrival = EventOf<typeof transitArrived>["payload"];

/** The single things that depart; none of what is counted. */
export const thingsOf = (left: Departure): readonly SentThing[] =>
  "things" in left ? sentThings.parse(left.things) : [];

/** The single things that arrive; none of what is counted. */
export const cameIn = (arrival: Arrival): readonly ArrivedThing[] =>
  "things" in arrival ? arrivedThings.parse(arrival.things) : [];

/** One asset of those that a transit carries, and how much of it. */
export interface Carried {
  readonly asset: string;
  /** Minor units, or 1 of a single thing. */
  readonly amount: string;
}

/** What a departure, an arrival or a closing carries, in its order. */
export const carriedBy = (payload: OfOneOrSeveral): readonly Carried[] =>
  eachOf(payload).map(({ asset, amount }) => ({ asset, amount }));

/** An arrived thing has left the site, as by a withdrawal; its origin log is told, and still has it `elsewhere`. */
export const thingGone = defineEvent({
  type: "ThingGone",
  payload: z.strictObject(thingOfTransit),
  record: (payload) => ({ streams: [transitStream(payload.id)], payload }),
  example: [{ id: "1-x_1", asset: "item:101:7" }],
});

/** A log knows that a single thing which left it has left the site: it is no longer `elsewhere`. */
export const thingGoneKnown = defineEvent({
  type: "ThingGoneKnown",
  payload: z.strictObject({
    ...thingOfTransit,
    /** The receipt of `ThingGone` in the log that it went to. */
    receipt: carriedReceiptSchema,
    /** Whether it had come back by then: then a later departure accounts for `elsewhere`. */
    isBack: z.boolean(),
  }),
  record: (payload) => ({
    streams: [transitStream(payload.id)],
    payload,
    postings: payload.isBack
      ? []
      : moved({ from: elsewhere, to: outside, asset: payload.asset, amount: "1" }),
  }),
  example: [{ id: "1-x_1", asset: "item:101:7", receipt: EXAMPLE_RECEIPT, isBack: false }],
});

/** The log that a single thing came from has confirmed that it is gone. */
export const thingGoneTold = defineEvent({
  type: "ThingGoneTold",
  version: 2,
  payload: z.strictObject({
    ...thingOfTransit,
    /** The receipt of `ThingGoneKnown` in the log that it came from; null where version 1 had none. */
    receipt: carriedReceiptSchema.nullable(),
  }),
  upcasters: [(payload) => ({ ...payload, receipt: null })],
  record: (payload) => ({ streams: [transitStream(payload.id)], payload }),
  example: [{ id: "1-x_1", asset: "item:101:7", receipt: EXAMPLE_RECEIPT }],
});

/** Every event of transits, by its type. */
export const transitEvents = {
  [transitLeft.type]: transitLeft,
  [transitArrived.type]: transitArrived,
  [transitClosed.type]: transitClosed,
  [thingGone.type]: thingGone,
  [thingGoneKnown.type]: thingGoneKnown,
  [thingGoneTold.type]: thingGoneTold,
};
