import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { EventOf } from "../../kernel/events/event-definition.ts";
import { canonicalJson } from "../../kernel/json.ts";
import { isSingle, sourceOf, UNNAMED_DEPARTURE } from "./single.ts";
import {
  type Arrival,
  cameIn,
  carriedBy,
  type Departure,
  thingGone,
  thingGoneKnown,
  thingGoneTold,
  thingsOf,
  transitArrived,
  transitClosed,
  transitLeft,
} from "./transit-events.ts";

/** An event of a transit as its log holds it. */
export interface HeldTransitEvent {
  readonly event: RecordedEvent;
  /** Lower-case hex of its leaf, by which other logs name it. */
  readonly leaf: string;
}

/** What one log holds of transits, as of a position. */
export interface LogTransits {
  readonly log: number;
  /** How far the log was read. */
  readonly position: number;
  readonly events: readonly HeldTransitEvent[];
  /** What its accounts `transit:*` and `peer:*` hold together, by asset. */
  readonly between: ReadonlyMap<string, bigint>;
  /** The single things that it has in custody; nothing where nobody looked. */
  readonly kept?: ReadonlySet<string>;
}

/** What went between the logs of one asset: what left is what arrived and what is under way. */
export interface AssetBetween {
  readonly asset: string;
  readonly left: bigint;
  readonly arrived: bigint;
  readonly underWay: bigint;
}

/** The combined statement of all logs, and each disagreement in one sentence. */
export interface Reconciliation {
  readonly assets: readonly AssetBetween[];
  readonly problems: readonly string[];
  /** Claims about events that other logs wrote after they were read: still to be looked up (`problemOfLater`). */
  readonly later: readonly LaterEvent[];
}

/** What one log says that another one has written. */
export interface LaterEvent {
  /** The log that is said to have written it, where in it, and the leaf of what stands there. */
  readonly log: number;
  readonly position: number;
  readonly leaf: string;
  /** The source of the claim: the beginning of a sentence. */
  readonly where: string;
}

/**
 * Why a log has not written what another one claims; null if it has. A thief of its key can sign events that it never
 * wrote, and claim that they are new.
 * @param now how far the log has come since the other one was read, and the leaf at the position
 */
export function problemOfLater(
  { where, log, position, leaf }: LaterEvent,
  now: { readonly position: number; readonly leaf: string | null },
): string | null {
  if (now.leaf === leaf) return null;
  if (now.position < position)
    return `${where}, and log ${log} has come to position ${now.position} without it.`;
  return `${where}, and log ${log} holds something else at position ${position}.`;
}

interface Left {
  readonly departure: Departure;
  readonly leaf: string;
}

/**
 * Compares the transits of several logs. Each log balances by itself, so only this shows whether an asset was created
 * or lost between two: every arrival matches the departure that its receipt names, once, and every closing matches its
 * arrival; what all logs hold for each other is what is under way. Logs may be read one after another while they run.
 */
export function reconcileLogs(logs: readonly LogTransits[]): Reconciliation {
  const problems: string[] = [];
  const byLog = new Map(logs.map((log) => [log.log, log]));
  const departures = departuresOf(logs, problems);
  const assets = new Map<string, { left: bigint; arrived: bigint }>();
  const of = (asset: string) => {
    const sums = assets.get(asset) ?? { left: 0n, arrived: 0n };
    assets.set(asset, sums);
    return sums;
  };
  for (const { departure } of departures.values())
    for (const { asset, amount } of carriedBy(departure)) of(asset).left += BigInt(amount);
  const laterEvents: LaterEvent[] = [];
  const { arrivals, later } = arrivalsOf(logs, { byLog, departures, problems, laterEvents });
  for (const { arrival } of arrivals.values())
    for (const { asset, amount } of carriedBy(arrival)) of(asset).arrived += BigInt(amount);
  checkClosings(logs, { byLog, arrivals, problems, laterEvents });
  checkGone(logs, { byLog, problems, laterEvents });
  for (const asset of between(logs)) of(asset);
  const summed = [...assets].map(([asset, { left, arrived }]) => ({
    asset,
    left,
    arrived,
    underWay: left - arrived,
  }));
  for (const log of logs) checkSingles(log, problems);
  checkKept(logs, { later, problems });
  for (const log of logs) checkAway(log, { byLog, arrivals, problems });
  for (const { asset, underWay } of summed) {
    // No log holds single things for another: each log is checked by itself.
    if (isSingle(asset)) continue;
    const held =
      logs.reduce((sum, log) => sum + (log.between.get(asset) ?? 0n), 0n) + (later.get(asset) ?? 0n);
    if (held !== underWay)
      problems.push(`The logs hold ${held} of ${asset} for each other, where ${underWay} is under way.`);
  }
  return { assets: summed.sort((a, b) => (a.asset < b.asset ? -1 : 1)), problems, later: laterEvents };
}

const between = (logs: readonly LogTransits[]) => logs.flatMap((log) => [...log.between.keys()]);

/** Every departure, by its transit. Another log's name on one would shift to that log what this one owes. */
function departuresOf(logs: readonly LogTransits[], problems: string[]): ReadonlyMap<string, Left> {
  const departures = new Map<string, Left>();
  for (const { log, events } of logs)
    for (const { event, leaf } of events) {
      if (!transitLeft.is(event)) continue;
      const { payload } = event;
      if (sourceOf(payload.id) === log) departures.set(payload.id, { departure: payload, leaf });
      else
        problems.push(
          `Transit ${payload.id} left log ${log} at position ${event.position}, and has another log's name.`,
        );
    }
  return departures;
}

interface Ground {
  readonly byLog: ReadonlyMap<number, LogTransits>;
  readonly departures: ReadonlyMap<string, Left>;
  readonly problems: string[];
  readonly laterEvents: LaterEvent[];
}

interface ArrivedAt {
  readonly leaf: string;
  readonly log: number;
  readonly arrival: Arrival;
}

/** Every arrival that has its departure, by its transit; of those that left after their log was read, the amounts. */
function arrivalsOf(logs: readonly LogTransits[], { byLog, departures, problems, laterEvents }: Ground) {
  const arrivals = new Map<string, ArrivedAt>();
  const later = new Map<string, bigint>();
  for (const { log, events } of logs)
    for (const { event, leaf } of events) {
      if (!transitArrived.is(event)) continue;
      const { id, receipt } = event.payload;
      const source = byLog.get(sourceOf(id));
      const at = receipt.block.from + receipt.index;
      const where = `Transit ${id} arrived in log ${log} at position ${event.position}`;
      if (source === undefined) problems.push(`${where}, and its log was not given.`);
      else if (at > source.position) {
        for (const { asset, amount } of carriedBy(event.payload))
          later.set(asset, (later.get(asset) ?? 0n) + BigInt(amount));
        laterEvents.push({ log: source.log, position: at, leaf: receipt.leaf, where });
      } else if (departures.get(id)?.leaf !== receipt.leaf)
        problems.push(`${where}, and log ${source.log} holds no such departure at position ${at}.`);
      else if (departures.get(id)?.departure.to !== log)
        problems.push(`${where}, and had left for another log.`);
      else if (!isAsLeft(event.payload, departures.get(id)?.departure))
        problems.push(`${where}, and is not what had left.`);
      else if (arrivals.has(id)) problems.push(`${where}, and had arrived before.`);
      else arrivals.set(id, { leaf, log, arrival: event.payload });
    }
  return { arrivals, later };
}

/** Whether the arrival matches the departure: a different amount would still balance in both logs. */
const isAsLeft = (arrival: Arrival, left: Departure | undefined): boolean =>
  left !== undefined && left.receiver === arrival.receiver && textOf(arrival) === textOf(left);
const textOf = (payload: Parameters<typeof carriedBy>[0]): string =>
  canonicalJson(carriedBy(payload).map((one) => ({ ...one })));

/** Checks that a log holds exactly the single things of its unclosed departures, and sends each once. */
function checkSingles({ log, events, between: held }: LogTransits, problems: string[]): void {
  const open = new Map<string, bigint>();
  const spent = new Set<string>();
  const count = (asset: string, by: bigint) => open.set(asset, (open.get(asset) ?? 0n) + by);
  for (const { event } of events)
    if (transitLeft.is(event)) {
      const { id } = event.payload;
      for (const { asset, origin } of thingsOf(event.payload)) {
        const custody = `${origin.custody} ${asset}`;
        if (spent.has(custody)) problems.push(`Transit ${id} took ${asset} from log ${log} a second time.`);
        spent.add(custody);
        count(asset, 1n);
      }
    } else if (transitClosed.is(event))
      for (const { asset } of carriedBy(event.payload)) if (isSingle(asset)) count(asset, -1n);
  for (const asset of new Set([...open.keys(), ...held.keys()])) {
    const [due, is] = [open.get(asset) ?? 0n, held.get(asset) ?? 0n];
    if (isSingle(asset) && due !== is)
      problems.push(`Log ${log} holds ${is} of ${asset} in transit, where ${due} has left it.`);
  }
}

/** Checks that each single thing is in custody in one log, except arrivals after a log was read. */
function checkKept(
  logs: readonly LogTransits[],
  { later, problems }: { readonly later: ReadonlyMap<string, bigint>; readonly problems: string[] },
): void {
  const keptIn = new Map<string, number>();
  for (const { log, kept = new Set<string>() } of logs)
    for (const thing of kept) {
      const other = keptIn.get(thing);
      if (other !== undefined && !later.has(thing))
        problems.push(`Logs ${other} and ${log} both have ${thing} in custody.`);
      keptIn.set(thing, log);
    }
}

function checkClosings(
  logs: readonly LogTransits[],
  {
    byLog,
    arrivals,
    problems,
    laterEvents,
  }: Pick<Ground, "byLog" | "problems" | "laterEvents"> & {
    readonly arrivals: ReadonlyMap<string, ArrivedAt>;
  },
): void {
  for (const { log, events } of logs)
    for (const { event } of events) {
      if (!transitClosed.is(event)) continue;
      const { id, to, receipt } = event.payload;
      const there = byLog.get(to);
      const at = receipt.block.from + receipt.index;
      const where = `Transit ${id} was closed in log ${log} at position ${event.position}`;
      if (there === undefined) problems.push(`${where}, and log ${to} was not given.`);
      else if (at > there.position) laterEvents.push({ log: to, position: at, leaf: receipt.leaf, where });
      else {
        const arrived = arrivals.get(id);
        if (arrived?.leaf !== receipt.leaf || arrived.log !== to)
          problems.push(`${where}, and log ${to} holds no such arrival at position ${at}.`);
        else if (textOf(event.payload) !== textOf(arrived.arrival))
          problems.push(`${where}, and is not what had arrived.`);
      }
    }
}

/** One log's claim about another's event on a thing that has left the site. */
interface Echo {
  readonly of: { readonly id: string; readonly asset: string };
  /** Null where the first version of what was told carried none. */
  readonly receipt: EventOf<typeof thingGoneTold>["payload"]["receipt"];
  /** What is said: the beginning of a sentence. */
  readonly what: string;
}

function echoOf(event: RecordedEvent): Echo | null {
  if (!thingGoneKnown.is(event) && !thingGoneTold.is(event)) return null;
  const { receipt, ...of } = event.payload;
  const did = thingGoneKnown.is(event) ? "have left the site" : "be known to have left the site";
  return { of, receipt, what: `${of.asset} is said to ${did} after transit ${of.id}` };
}

const wordOf = (log: number, leaf: string, { id, asset }: Echo["of"]): string =>
  `${log} ${leaf} ${id} ${asset}`;

/** The logs' reports of things that have left the site: by leaf, and known ones by transit. */
function wordsOfGone(logs: readonly LogTransits[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { log, events } of logs)
    for (const { event, leaf } of events) {
      if (thingGone.is(event) || thingGoneKnown.is(event)) words.add(wordOf(log, leaf, event.payload));
      if (thingGoneKnown.is(event)) words.add(wordOf(log, "", event.payload));
    }
  return words;
}

/**
 * Checks that the destination reported each thing that its source knows to have left the site, and that a destination
 * stopped reporting only once the source knew it.
 */
function checkGone(
  logs: readonly LogTransits[],
  { byLog, problems, laterEvents }: Pick<Ground, "byLog" | "problems" | "laterEvents">,
): void {
  const words = wordsOfGone(logs);
  for (const { log, events } of logs)
    for (const { event } of events) {
      const echo = echoOf(event);
      if (echo === null) continue;
      const { of, receipt, what } = echo;
      const by = receipt === null ? sourceOf(of.id) : Number.parseInt(receipt.head.log, 10);
      const there = byLog.get(by);
      const at = receipt === null ? 0 : receipt.block.from + receipt.index;
      const where = `${what}, in log ${log} at position ${event.position}`;
      if (there === undefined) problems.push(`${where}, and log ${by} was not given.`);
      else if (receipt !== null && at > there.position)
        laterEvents.push({ log: by, position: at, leaf: receipt.leaf, where });
      else if (!words.has(wordOf(by, receipt?.leaf ?? "", of)))
        problems.push(
          `${where}, and log ${by} says nothing of it${receipt === null ? "" : ` at position ${at}`}.`,
        );
    }
}

/** The single things that a log knows to be elsewhere, each by the departure that stands for it. */
function awayFrom({
  events,
}: LogTransits): readonly { readonly departure: Departure; readonly asset: string }[] {
  const away = new Map<string, { readonly departure: Departure; readonly asset: string }>();
  const departures = new Map<string, Departure>();
  for (const { event } of events)
    if (transitLeft.is(event)) departures.set(event.payload.id, event.payload);
    else if (transitClosed.is(event)) {
      const departure = departures.get(event.payload.id);
      if (departure === undefined) continue;
      for (const { asset } of thingsOf(departure)) away.set(`${departure.id} ${asset}`, { departure, asset });
    } else if (transitArrived.is(event)) {
      for (const { asset, back } of cameIn(event.payload)) {
        if (back !== UNNAMED_DEPARTURE) away.delete(`${back} ${asset}`);
        // One departure at most stands for what is elsewhere.
        else for (const [key, one] of away) if (one.asset === asset) away.delete(key);
      }
    } else if (thingGoneKnown.is(event)) away.delete(`${event.payload.id} ${event.payload.asset}`);
  return [...away.values()];
}

/** Checks that each thing known to be elsewhere is there, has moved on, or is reported to have left the site. */
function checkAway(
  log: LogTransits,
  {
    byLog,
    arrivals,
    problems,
  }: Pick<Ground, "byLog" | "problems"> & { readonly arrivals: ReadonlyMap<string, ArrivedAt> },
): void {
  for (const { departure, asset } of awayFrom(log)) {
    const { id, to } = departure;
    const there = byLog.get(to);
    // If its arrival is missing there, that log was read earlier.
    if (there?.kept === undefined || !arrivals.has(id) || there.kept.has(asset)) continue;
    const wentOn = there.events.some(
      ({ event }) =>
        (transitLeft.is(event) &&
          thingsOf(event.payload).some((one) => one.asset === asset && one.origin.custody === id)) ||
        (thingGone.is(event) && event.payload.id === id && event.payload.asset === asset),
    );
    if (!wentOn)
      problems.push(`${asset} left log ${log.log} by transit ${id}, and log ${to} has it no more.`);
  }
}
