import { z } from "zod";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent, RecordedEvent, StreamName } from "../../kernel/events/event.ts";
import {
  anyOf,
  defineEvent,
  type EventDefinition,
  type EventOf,
  type Immutable,
  type PayloadOf,
} from "../../kernel/events/event-definition.ts";
import { whole } from "../../kernel/events/payload.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { invariant } from "../../kernel/invariant.ts";
import { canonicalJson, type JsonObject } from "../../kernel/json.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Account, Asset } from "../account.ts";
import { move, type Posting } from "../posting.ts";
import { receiptSchema } from "../proof.ts";
import { LOG_NUMBER, type PeerEvent } from "./peer-receipt.ts";

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
 * A single thing, as one copy of an item, is owed by nobody: it is in one log or in another. In place of `peer:<log>`
 * stands `elsewhere` in every log that it has left, and `platform`, out of which single things come, where it comes for
 * the first time. Each of the two holds at most one, so that the thing is in a log once, or not at all.
 */

/** The most characters of an account's name in a transit, so that receipts stay small. */
export const TRANSIT_ACCOUNT_MAX = 200;
/** The most characters that say what a transit is for. */
export const TRANSIT_PURPOSE_MAX = 200;
/** The most characters of the event in a receipt that another log carries (base64): a closing carries two receipts. */
export const CARRIED_EVENT_MAX = 32_768;
/** The most hashes on the path of a carried receipt: blocks of up to 65,536 events. */
export const CARRIED_PATH_MAX = 16;

/** An Ed25519 signature has 64 bytes, in base64. */
const SIGNATURE_CHARS_MAX = 88;

const TRANSIT_ID = /^[1-9]\d{0,8}-[A-Za-z0-9_-]{1,64}$/;
/** The number of the source and a name that is unique there, so that ids of two sources never meet. */
const transitId = z.string().regex(TRANSIT_ID, "Must be <log>-<name>");
const BETWEEN_LOGS = /^(?:transit|peer):/;
/** An account that assets are sent from or to: any but those of transits themselves. */
const accountName = z
  .string()
  .regex(/^[a-z][a-z-]*(?::[\w.:-]+)?$/, "Must be an account")
  .max(TRANSIT_ACCOUNT_MAX)
  .refine((name) => !BETWEEN_LOGS.test(name), "Must not be an account between logs");
/** What is sent. Nothing where only its purpose is told, as that a stake is lost. */
const sentAmount = z.string().regex(/^(?:0|[1-9]\d{0,18})$/, "Must be whole minor units");
/** An asset that is counted, in minor units. */
const countedName = z
  .string()
  .regex(/^[A-Za-z][\w-]*$/, "Must be a counted asset")
  .max(TRANSIT_ACCOUNT_MAX);
/** A thing of which there is one: what it is comes before a colon. */
const singleName = z
  .string()
  .regex(/^[a-z]+:[\w:-]+$/, "Must be a single thing")
  .max(TRANSIT_ACCOUNT_MAX);
const assetName = z.union([countedName, singleName]);
/** What the destination is to do with what arrives, as `<what>:<id>`; empty for nothing. */
const purposeText = z
  .string()
  .regex(/^(?:[a-z-]+:[\w-]+)?$/, "Must be <what>:<id>")
  .max(TRANSIT_PURPOSE_MAX);

const originOfSingle = z.strictObject({
  /** What kept the thing in custody in the log that it leaves; ended by its departure. */
  custody: z
    .string()
    .regex(/^[\w-]+$/)
    .max(TRANSIT_ACCOUNT_MAX),
  /** The number by which its maker tells it from others of its kind, as far as it is known there. */
  serial: whole.nullable(),
});
/** Where a single thing comes from, as the log that it leaves knows it. */
export type OriginOfSingle = Immutable<z.infer<typeof originOfSingle>>;

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

/**
 * The id of a transit.
 * @param from number of the log that it leaves; @param name unique among the transits of that log
 * @throws InvariantError when it would not be an id
 */
export function transitIdOf(from: number, name: string): string {
  const id = `${from}-${name}`;
  invariant(TRANSIT_ID.test(id), "a transit is named by its log and 1 to 64 letters, digits, _ or -");
  return id;
}

/** The number of the log that a transit leaves. */
export const sourceOf = (id: string): number => Number.parseInt(id, 10);
/** The stream of a transit, which both logs have. */
export const transitStream = (id: string): StreamName => `transit:${id}`;
/** What has left a log by this transit and is not known to have arrived. */
export const transitAccount = (id: string): Account => `transit:${id}`;
/** What another log owes to this one. */
export const peerAccount = (log: number): Account => `peer:${log}`;

/** Whether there is one of an asset. */
export const isSingle = (asset: string): boolean => asset.includes(":");

/** Where single things come from that were never here. */
export const outside = "platform" as Account;
/** What has left a log and is known to be in another one. */
export const elsewhere = "elsewhere" as Account;

/** Where a single thing is, as one log knows it. */
export type PlaceOfSingle = "here" | "elsewhere" | "unknown";
/** @param holding what the accounts `outside` and `elsewhere` hold of the thing */
export function placeOfSingle(holding: (account: Account) => bigint): PlaceOfSingle {
  if (holding(elsewhere) !== 0n) return "elsewhere";
  return holding(outside) === 0n ? "unknown" : "here";
}

interface Legs {
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
}

const moved = ({ from, to, asset, amount }: Legs): readonly Posting[] =>
  move({ from: from as Account, to: to as Account, asset: asset as Asset, amount: BigInt(amount) });

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
  z.strictObject({ ...departureShape, amount: z.literal("1"), asset: singleName, origin: originOfSingle }),
]);

/** An asset left this log for another one. */
export const transitLeft = defineEvent({
  type: "TransitLeft",
  payload: departure,
  record: (payload: PayloadOf<typeof departure>) => ({
    streams: [transitStream(payload.id)],
    payload,
    postings: moved({ ...payload, from: payload.sender, to: transitAccount(payload.id) }),
  }),
  example: [EXAMPLE_DEPARTURE],
});

const arrivalShape = { id: transitId, receipt: carriedReceiptSchema, receiver: accountName };
const arrival = z.union([
  z.strictObject({ ...arrivalShape, amount: sentAmount, asset: countedName }),
  z.strictObject({
    ...arrivalShape,
    amount: z.literal("1"),
    asset: singleName,
    /** Whether the thing had been in this log before. */
    isBack: z.boolean(),
  }),
]);
const sourceIn = (payload: PayloadOf<typeof arrival>): Account => {
  if ("isBack" in payload) return payload.isBack ? elsewhere : outside;
  return peerAccount(sourceOf(payload.id));
};

/** An asset that left another log has arrived in this one. */
export const transitArrived = defineEvent({
  type: "TransitArrived",
  payload: arrival,
  record: (payload: PayloadOf<typeof arrival>) => ({
    streams: [transitStream(payload.id)],
    payload,
    postings: moved({ ...payload, from: sourceIn(payload), to: payload.receiver }),
  }),
  example: [{ amount: "1000", asset: "EUR", id: "1-x_1", receipt: EXAMPLE_RECEIPT, receiver: "customer:b" }],
});

/** An asset that left this log is known to have arrived. */
export const transitClosed = defineEvent({
  type: "TransitClosed",
  payload: z.strictObject({
    amount: sentAmount,
    asset: assetName,
    id: transitId,
    receipt: carriedReceiptSchema,
    to: whole.positive(),
  }),
  record: (payload) => ({
    streams: [transitStream(payload.id)],
    payload,
    postings: moved({
      ...payload,
      from: transitAccount(payload.id),
      to: isSingle(payload.asset) ? elsewhere : peerAccount(payload.to),
    }),
  }),
  example: [{ amount: "1000", asset: "EUR", id: "1-x_1", receipt: EXAMPLE_RECEIPT, to: 2 }],
});

/** What a departure says. */
export type Departure = EventOf<typeof transitLeft>["payload"];
type Arrival = EventOf<typeof transitArrived>["payload"];
/** Where what departs comes from, of a single thing; null for what is counted. */
export const originOf = (left: Departure): OriginOfSingle | null =>
  "origin" in left ? originOfSingle.parse(left.origin) : null;

/** Every event of transits, by its type. */
export const transitEvents = {
  [transitLeft.type]: transitLeft,
  [transitArrived.type]: transitArrived,
  [transitClosed.type]: transitClosed,
};

/** How far one log knows a transit to be. A source knows it as left or closed, a destination as arrived. */
export type Transit =
  | { readonly is: "unknown" }
  | { readonly is: "left" | "closed"; readonly departure: Departure }
  /** @property leaf of the departure, which tells one departure from every other; position of the arrival */
  | { readonly is: "arrived"; readonly leaf: string; readonly position: number };

const isTransitEvent = anyOf(transitLeft, transitArrived, transitClosed);

function evolve(state: Transit, event: RecordedEvent): Transit {
  if (!isTransitEvent(event)) return state;
  if (event.type === "TransitLeft") return { is: "left", departure: event.payload };
  if (event.type === "TransitArrived")
    return { is: "arrived", leaf: event.payload.receipt.leaf, position: event.position };
  return state.is === "left" ? { is: "closed", departure: state.departure } : state;
}

export const transitStreamKind: StreamKind<Transit> = {
  kind: "transit",
  foldVersion: 1,
  initial: { is: "unknown" },
  evolve,
};

/** This log, and those of the site that assets may go to; it may be among them. */
export interface SiteLogs {
  readonly here: number;
  readonly peers: ReadonlySet<number>;
}

/** What is to leave a log. */
export interface LeaveLog {
  readonly id: string;
  /** Number of the log that it goes to. */
  readonly to: number;
  /** Account in this log. */
  readonly sender: string;
  /** Account in the other log. */
  readonly receiver: string;
  readonly asset: string;
  /** Minor units, or 1 of a copy. */
  readonly amount: Minor;
  /** What the other log is to do with it, as `<what>:<id>`; nothing when not given. */
  readonly purpose?: string;
  /** Where a single thing comes from; of nothing else. */
  readonly origin?: OriginOfSingle;
}

/** What every decision on a transit stands on. */
export interface AtLog {
  /** Number of the log that decides. */
  readonly here: number;
  readonly transit: Transit;
}

/**
 * Lets an asset leave this log. Every rule about the sender, the receiver and the amount has to be decided together
 * with this, because the other log refuses no departure that is proved: what left could otherwise never arrive.
 * @param at.held what the sender holds of the asset; `at.peers` numbers of the logs that assets may go to
 * @throws InvariantError when the id is not one of this log, or an account is too long or one of transits
 */
export function leaveLog(
  leave: LeaveLog,
  at: AtLog & { readonly held: bigint; readonly peers: ReadonlySet<number> },
): Decision<{ readonly id: string }> {
  const { id, to, sender, receiver, asset, amount, purpose = "", origin } = leave;
  invariant(TRANSIT_ID.test(id) && sourceOf(id) === at.here, "a transit is named by the log that it leaves");
  for (const name of [sender, receiver])
    invariant(
      accountName.safeParse(name).success,
      "assets are sent between accounts, and not those of transits",
    );
  invariant(purposeText.safeParse(purpose).success, "what a transit is for is said as <what>:<id>");
  if (to === at.here || !at.peers.has(to)) return refuse("log_unknown", "There is no such other log.");
  // What has a purpose may carry nothing: that it came is what it is for.
  if (amount < (purpose === "" ? 1n : 0n)) return refuse("amount_too_small", "At least 1 unit can be sent.");
  if (at.transit.is !== "unknown") return refuse("transit_exists", "There is a transit of this id already.");
  if (at.held < amount) return refuse("insufficient_balance", `You don't have enough ${asset} to send this.`);
  invariant(isSingle(asset) === (origin !== undefined), "a single thing leaves with its origin");
  const departure = { asset, id, purpose, receiver, sender, to };
  const left =
    origin === undefined
      ? transitLeft({ ...departure, amount: String(amount) })
      : transitLeft({ ...departure, amount: "1", origin });
  return accept([left], { id });
}

/**
 * Takes in what has left another log, once. The receipt may come any number of times, late and in any order: the first
 * is accepted, and each further one is refused as `transit_arrived`, which tells its carrier that it is done. A single
 * thing that this log has is refused too, and comes again: its own departure from here is not closed yet, or the other
 * log has made it up.
 * @param at.place where the thing is, of a single one
 */
export function arriveInLog(
  proved: PeerEvent,
  at: AtLog & { readonly place?: PlaceOfSingle },
): Decision<{ readonly id: string }> {
  const departure = departureIn(proved);
  const problem =
    departure === null ? "It proves no departure." : departureProblem(departure, proved, at.here);
  if (departure === null || problem !== null) return refuse("transit_not_proved", problem ?? "");
  const { id, amount, asset, receiver } = departure;
  const { receipt } = proved;
  if (at.transit.is !== "unknown") {
    return at.transit.is === "arrived" && at.transit.leaf === receipt.leaf
      ? refuse("transit_arrived", "This transit has arrived already.", { id })
      : refuse("transit_contradicted", "Another departure of the same id was here before.", { id });
  }
  const arrived = { id, receipt, receiver };
  if (originOf(departure) === null) return accept([transitArrived({ ...arrived, amount, asset })], { id });
  invariant(at.place !== undefined, "a single thing arrives where it is known whether it is there");
  if (at.place === "here")
    return refuse("still_here", `This log has ${asset} still: it comes in once it has gone.`, { id });
  const isBack = at.place === "elsewhere";
  return accept([transitArrived({ ...arrived, amount: "1", asset, isBack })], { id });
}

/**
 * Closes a transit whose arrival is proved, once; each further proof is refused as `transit_closed`. Nothing but this
 * ends the carrying of a departure.
 */
export function closeTransit(proved: PeerEvent, at: AtLog): Decision<{ readonly id: string }> {
  const arrival = read(transitArrived, proved);
  if (arrival === null) return refuse("transit_not_proved", "It proves no arrival.");
  const { id, amount, asset } = arrival;
  const { transit } = at;
  // An arrival of what this log knows nothing about: this log has lost the departure, or another log speaks for it.
  if (transit.is !== "left" && transit.is !== "closed")
    return refuse("transit_contradicted", "Nothing has left this log by this transit.", { id });
  const problem = arrivalProblem(arrival, transit.departure, proved);
  if (problem !== null) return refuse("transit_not_proved", problem);
  if (transit.is === "closed") return refuse("transit_closed", "This transit is closed already.", { id });
  const { receipt } = proved;
  return accept([transitClosed({ amount, asset, id, receipt, to: transit.departure.to })], { id });
}

/** What a proved event says as a departure; null when it is none. */
export const departureIn = (proved: PeerEvent): Departure | null => read(transitLeft, proved);

/** Why a proved departure is none for this log; null when it is one. */
function departureProblem(departure: Departure, { log }: PeerEvent, here: number): string | null {
  if (departure.to !== here) return "It leaves for another log.";
  if (log === here) return "It leaves for the log that it is in.";
  if (sourceOf(departure.id) !== log) return "It is named after another log than the one that it left.";
  return null;
}

/** Why a proved arrival is not that of a departure; null when it is. */
function arrivalProblem(arrival: Arrival, departure: Departure, { log }: PeerEvent): string | null {
  if (log !== departure.to) return "It arrived in another log than it left for.";
  const { amount, asset, id, receiver } = departure;
  const isSame =
    arrival.amount === amount &&
    arrival.asset === asset &&
    arrival.id === id &&
    arrival.receiver === receiver;
  return isSame ? null : "Something else arrived than had left.";
}

/**
 * The payload of a proved event of one type; null when it is of another type or version, or when its stream or its
 * postings are not those that follow from its payload.
 */
function read<P extends JsonObject>(
  definition: EventDefinition<string, P, [payload: P]>,
  { event }: PeerEvent,
): P | null {
  if (event.type !== definition.type || event.schemaVersion !== definition.version) return null;
  const payload = parsed(definition, event.payload);
  if (payload === null) return null;
  const due = definition(payload);
  return event.stream === due.stream && textOf(event) === textOf(due) ? payload : null;
}

function parsed<P extends JsonObject>(
  definition: EventDefinition<string, P, [payload: P]>,
  payload: JsonObject,
): P | null {
  try {
    return definition.parse(payload);
  } catch (error) {
    if (error instanceof z.ZodError) return null;
    throw error;
  }
}

const textOf = ({ postings }: Pick<NewEvent, "postings">): string =>
  canonicalJson(postings.map(({ account, asset, delta }) => ({ account, asset, delta: String(delta) })));
