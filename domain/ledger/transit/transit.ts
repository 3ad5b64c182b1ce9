import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import { anyOf, type EventOf } from "../../kernel/events/event-definition.ts";
import type { StreamKind, StreamRead } from "../../kernel/events/stream-kind.ts";
import { invariant } from "../../kernel/invariant.ts";
import { canonicalJson } from "../../kernel/json.ts";
import type { Minor } from "../../kernel/money.ts";
import type { PeerEvent } from "./peer-receipt.ts";
import { payloadIn } from "./proved.ts";
import { isSingle, isTransitId, type PlaceOfSingle, type SentThing, sentThings, sourceOf } from "./single.ts";
import {
  type Arrival,
  accountName,
  cameIn,
  carriedBy,
  type Departure,
  purposeText,
  thingGone,
  thingGoneKnown,
  thingGoneTold,
  thingsOf,
  transitArrived,
  transitClosed,
  transitLeft,
  transitStream,
} from "./transit-events.ts";

/** How far one log knows a transit to be. A source knows it as left or closed, a destination as arrived. */
export type Transit =
  | { readonly is: "unknown" }
  | { readonly is: "left"; readonly departure: Departure }
  /** @property back the single things that came back since; gone those that are known to have left the site */
  | {
      readonly is: "closed";
      readonly departure: Departure;
      readonly back: readonly string[];
      readonly gone: readonly { readonly asset: string; readonly position: number }[];
    }
  /**
   * @property leaf of the departure, which tells one departure from every other; position of the arrival
   * @property told the single things of which the other log is known to know that they have left the site
   */
  | {
      readonly is: "arrived";
      readonly leaf: string;
      readonly position: number;
      readonly told: readonly string[];
    };

const isTransitEvent = anyOf(
  transitLeft,
  transitArrived,
  transitClosed,
  thingGone,
  thingGoneKnown,
  thingGoneTold,
);

function evolve(state: Transit, event: RecordedEvent): Transit {
  if (!isTransitEvent(event)) return state;
  switch (event.type) {
    case "TransitLeft":
      return { is: "left", departure: event.payload };
    case "TransitArrived":
      return arrived(state, event.payload, event.position);
    case "TransitClosed":
      if (state.is !== "left") return state;
      return { is: "closed", departure: state.departure, back: [], gone: [] };
    case "ThingGone":
      return state;
    case "ThingGoneKnown":
      return state.is === "closed" ? { ...state, gone: [...state.gone, goneAt(event)] } : state;
    case "ThingGoneTold":
      return state.is === "arrived" ? { ...state, told: [...state.told, event.payload.asset] } : state;
  }
}

const goneAt = ({ payload, position }: RecordedEvent & EventOf<typeof thingGoneKnown>) => ({
  asset: payload.asset,
  position,
});

/** An arrival is also on the streams of the departures that it ends. */
function arrived(
  state: Transit,
  payload: EventOf<typeof transitArrived>["payload"],
  position: number,
): Transit {
  if (state.is === "unknown") return { is: "arrived", leaf: payload.receipt.leaf, position, told: [] };
  if (state.is !== "closed") return state;
  const { id } = state.departure;
  const back = cameIn(payload).flatMap((thing) => (thing.back === id ? [thing.asset] : []));
  return { ...state, back: [...state.back, ...back] };
}

export const transitStreamKind: StreamKind<Transit> = {
  kind: "transit",
  foldVersion: 2,
  initial: { is: "unknown" },
  evolve,
};

/** The stream of a transit. */
export const readOfTransit = (id: string): StreamRead<Transit> => ({
  kind: transitStreamKind,
  name: transitStream(id),
});

/** This log, and those of the site that assets may go to; it may be among them. */
export interface SiteLogs {
  readonly here: number;
  readonly peers: ReadonlySet<number>;
}

/** The route of something out of a log. */
export interface Leave {
  readonly id: string;
  /** Number of the log that it goes to. */
  readonly to: number;
  /** Account in this log. */
  readonly sender: string;
  /** Account in the other log. */
  readonly receiver: string;
  /** What the other log should do with it, as `<what>:<id>`; absent for nothing. */
  readonly purpose?: string;
}

/** An amount that is to leave a log. */
export interface LeaveLog extends Leave {
  readonly asset: string;
  /** Minor units. */
  readonly amount: Minor;
}

/** What every decision on a transit depends on. */
export interface AtLog {
  /** Number of the log that decides. */
  readonly here: number;
  readonly transit: Transit;
}

/** @property peers numbers of the logs that assets may go to */
type Leaving = AtLog & Pick<SiteLogs, "peers">;

/** Why nothing can leave by a route; null where it can. */
function refusalOfWay({ id, to, sender, receiver, purpose = "" }: Leave, at: Leaving) {
  invariant(isTransitId(id) && sourceOf(id) === at.here, "a transit is named by the log that it leaves");
  for (const name of [sender, receiver])
    invariant(
      accountName.safeParse(name).success,
      "assets are sent between accounts, and not those of transits",
    );
  invariant(purposeText.safeParse(purpose).success, "what a transit is for is said as <what>:<id>");
  if (to === at.here || !at.peers.has(to)) return refuse("log_unknown", "There is no such other log.");
  if (at.transit.is !== "unknown") return refuse("transit_exists", "A transit with this id already exists.");
  return null;
}

const TOO_SMALL = refuse("amount_too_small", "At least 1 unit can be sent.");
const notHeld = (asset: string) =>
  refuse("insufficient_balance", `You don't have enough ${asset} to send this.`);

/**
 * Sends an amount out of this log. All rules about sender, receiver and amount have to be decided here, because the
 * other log refuses no proved departure: what left could otherwise never arrive.
 * @param at.held what the sender holds of the asset
 * @throws InvariantError when the id is not one of this log, or an account is too long or one of transits
 */
export function leaveLog(
  leave: LeaveLog,
  at: Leaving & { readonly held: bigint },
): Decision<{ readonly id: string }> {
  const { id, to, sender, receiver, asset, amount, purpose = "" } = leave;
  invariant(!isSingle(asset), "a single thing leaves with its origin");
  const refusal = refusalOfWay(leave, at);
  if (refusal !== null) return refusal;
  // A transit with a purpose may be empty: its arrival is the message.
  if (amount < (purpose === "" ? 1n : 0n)) return TOO_SMALL;
  if (at.held < amount) return notHeld(asset);
  const left = transitLeft({ amount: String(amount), asset, id, purpose, receiver, sender, to });
  return accept([left], { id });
}

/**
 * Sends single things out of this log together. All rules are decided here, as with an amount.
 * @param at.holding what the sender holds of each
 */
export function leaveTogether(
  leave: Leave & { readonly things: readonly SentThing[] },
  at: Leaving & { readonly holding: (asset: string) => bigint },
): Decision<{ readonly id: string }> {
  const { id, to, sender, receiver, things, purpose = "" } = leave;
  const refusal = refusalOfWay(leave, at);
  if (refusal !== null) return refusal;
  if (things.length === 0 && purpose === "") return TOO_SMALL;
  invariant(sentThings.safeParse(things).success, "each of a few things leaves once, by its name");
  const missing = things.find(({ asset }) => at.holding(asset) !== 1n);
  if (missing !== undefined) return notHeld(missing.asset);
  const left = transitLeft({ id, purpose, receiver, sender, things: [...things], to });
  return accept([left], { id });
}

/** The departure by which a single thing left this log last, as far as a look-up knew: its stream decides. */
export interface LastDeparture {
  readonly id: string;
  readonly transit: Transit;
}

/** Where a single thing is, as this log knows it. */
export interface WhereSingle {
  readonly place: PlaceOfSingle;
  /** For a thing elsewhere; null where a look-up knew of none. */
  readonly last: LastDeparture | null;
}

/** Whether a single thing has left by a departure, and has neither come back since nor left the site. */
const isAwayBy = (transit: Transit, asset: string): boolean =>
  transit.is === "closed" &&
  carriedBy(transit.departure).some((one) => one.asset === asset) &&
  !transit.back.includes(asset) &&
  knownGone(transit, asset) === null;

/** Where a log recorded that a thing has left the site; null where it does not know. */
export const knownGone = (transit: Transit, asset: string): number | null =>
  (transit.is === "closed" ? transit.gone.find((one) => one.asset === asset)?.position : null) ?? null;

/**
 * Takes in what has left another log, once. The receipt may come any number of times, late and in any order: the first
 * is accepted, and each further one is refused as `transit_arrived`, which tells its carrier that it is done. A single
 * thing that this log still has is refused too, with everything it came with, and retried: its departure from here is
 * not closed yet, or the other log has invented it.
 * @param at.whereIs where each single thing is
 */
export function arriveInLog(
  proved: PeerEvent,
  at: AtLog & { readonly whereIs?: (asset: string) => WhereSingle },
): Decision<{ readonly id: string }> {
  const departure = departureIn(proved);
  const problem =
    departure === null ? "It proves no departure." : departureProblem(departure, proved, at.here);
  if (departure === null || problem !== null) return refuse("transit_not_proved", problem ?? "");
  const { id, receiver } = departure;
  const { receipt } = proved;
  if (at.transit.is !== "unknown") {
    return at.transit.is === "arrived" && at.transit.leaf === receipt.leaf
      ? refuse("transit_arrived", "This transit has already arrived.", { id })
      : refuse("transit_contradicted", "Another departure with the same id has been here before.", { id });
  }
  const arriving = { id, receipt, receiver };
  if (!("things" in departure)) {
    const { asset, amount } = departure;
    return accept([transitArrived({ ...arriving, amount, asset })], { id });
  }
  const { whereIs } = at;
  invariant(whereIs !== undefined, "a single thing arrives where it is known whether it is there");
  const things: { asset: string; back: string | null }[] = [];
  for (const { asset } of thingsOf(departure)) {
    const { place, last } = whereIs(asset);
    if (place === "here")
      return refuse("still_here", `This log has ${asset} still: it comes in once it has gone.`, { id });
    if (place === "elsewhere" && (last === null || !isAwayBy(last.transit, asset)))
      return refuse("not_looked_up", `How ${asset} left this log last is not known yet.`, { id });
    things.push({ asset, back: place === "elsewhere" && last !== null ? last.id : null });
  }
  return accept([transitArrived({ ...arriving, things })], { id });
}

/** Closes a transit whose arrival is proved; further proofs get `transit_closed`. Only this ends its carrying. */
export function closeTransit(proved: PeerEvent, at: AtLog): Decision<{ readonly id: string }> {
  const arrival = payloadIn(transitArrived, proved);
  if (arrival === null) return refuse("transit_not_proved", "It proves no arrival.");
  const { id } = arrival;
  const { transit } = at;
  // An unknown arrival: this log has lost the departure, or another log speaks for it.
  if (transit.is !== "left" && transit.is !== "closed")
    return refuse("transit_contradicted", "Nothing has left this log by this transit.", { id });
  const { departure } = transit;
  const problem = arrivalProblem(arrival, departure, proved);
  if (problem !== null) return refuse("transit_not_proved", problem);
  if (transit.is === "closed") return refuse("transit_closed", "This transit is already closed.", { id });
  const closing = { id, receipt: proved.receipt, to: departure.to };
  if (!("things" in departure)) {
    const { amount, asset } = departure;
    return accept([transitClosed({ ...closing, amount, asset })], { id });
  }
  const things = thingsOf(departure).map(({ asset }) => ({ asset }));
  return accept([transitClosed({ ...closing, things })], { id });
}

/** What a proved event says as a departure; null when it is none. */
export const departureIn = (proved: PeerEvent): Departure | null => payloadIn(transitLeft, proved);

/** Why a proved departure is not for this log; null when it is. */
function departureProblem(departure: Departure, { log }: PeerEvent, here: number): string | null {
  if (departure.to !== here) return "It leaves for another log.";
  if (log === here) return "It leaves for the log that it is in.";
  if (sourceOf(departure.id) !== log) return "It is named after another log than the one that it left.";
  return null;
}

const textOfCarried = (payload: Departure | Arrival): string =>
  canonicalJson(carriedBy(payload).map((one) => ({ ...one })));

/** Why a proved arrival does not match a departure; null when it does. */
function arrivalProblem(arrival: Arrival, departure: Departure, { log }: PeerEvent): string | null {
  if (log !== departure.to) return "It arrived in another log than it left for.";
  const { id, receiver } = departure;
  const isSame =
    textOfCarried(arrival) === textOfCarried(departure) && arrival.id === id && arrival.receiver === receiver;
  return isSame ? null : "Something else arrived than had left.";
}
