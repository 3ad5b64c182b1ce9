import { expect } from "vitest";
import type { Decision } from "../kernel/decision.ts";
import type { NewEvent } from "../kernel/events/event.ts";
import { invariant } from "../kernel/invariant.ts";
import type { Receipt } from "../ledger/proof.ts";
import type { SignedHead } from "../ledger/receipt.ts";
import { goneIn, hearOfGone, toldOfGone } from "../ledger/transit/gone.ts";
import { isKept, type PeerEvent, type PeerPorts, provePeerEvent } from "../ledger/transit/peer-receipt.ts";
import { type LogTransits, reconcileLogs } from "../ledger/transit/reconcile.ts";
import { placeOfSingle, sourceOf } from "../ledger/transit/single.ts";
import {
  arriveInLog,
  closeTransit,
  departureIn,
  transitStreamKind,
  type WhereSingle,
} from "../ledger/transit/transit.ts";
import {
  type Departure,
  thingGone,
  thingGoneKnown,
  thingsOf,
  transitArrived,
  transitLeft,
  transitStream,
} from "../ledger/transit/transit-events.ts";
import { PaperLog, portsKnowing } from "./paper-log.ts";

/** A receipt on its way to a log. */
export interface Message {
  readonly to: number;
  readonly receipt: Receipt;
}

/** What a log does with an arrival, in the same batch. */
export type TakesArrival = (
  log: PaperLog,
  arrival: {
    readonly departure: Departure;
    readonly log: number;
    readonly decision: Decision<{ readonly id: string }>;
  },
) => Decision;

/** Logs on paper, each with a head kept elsewhere, and receipts on their way: what services do, by hand. */
export class PaperLogs {
  readonly all: readonly PaperLog[];
  readonly kept: (SignedHead | null)[];
  readonly #ports: PeerPorts;
  readonly #takes: TakesArrival;
  messages: Message[] = [];

  constructor(
    count: number,
    begins: (number: number) => readonly NewEvent[],
    takes: TakesArrival = (_log, { decision }) => decision,
  ) {
    this.all = Array.from({ length: count }, (_, index) => new PaperLog(index + 1));
    this.#ports = portsKnowing(...this.all);
    this.#takes = takes;
    for (const log of this.all) log.append(begins(log.number));
    this.kept = this.all.map((log) => log.head());
  }

  get peers(): ReadonlySet<number> {
    return new Set(this.all.map(({ number }) => number));
  }

  log(number: number): PaperLog {
    const log = this.all[(number - 1) % this.all.length];
    invariant(log !== undefined, "there is a log");
    return log;
  }

  keep(number: number): void {
    const log = this.log(number);
    this.kept[log.number - 1] = log.head();
  }

  /** Sends every departure that is not closed, and what is gone and not told, as far as a kept head covers it. */
  carry(number: number): void {
    const log = this.log(number);
    for (const event of log.events) {
      if (thingGone.is(event)) {
        const { id, asset } = event.payload;
        const transit = log.stream(transitStreamKind, event.stream);
        if (transit.is === "arrived" && !transit.told.includes(asset))
          this.#send(log, sourceOf(id), event.position);
      }
      if (!transitLeft.is(event)) continue;
      if (log.stream(transitStreamKind, event.stream).is === "left")
        this.#send(log, event.payload.to, event.position);
    }
  }

  #send(from: PaperLog, to: number, position: number): void {
    const receipt = from.receipt(position);
    if (isKept(receipt, this.kept[from.number - 1] ?? null)) this.messages.push({ to, receipt });
  }

  /** Takes in a receipt; an arrival is answered by its own, once that is kept. */
  async take({ to, receipt }: Message): Promise<void> {
    const log = this.log(to);
    const check = await provePeerEvent(receipt, this.#ports);
    if (!check.ok) throw new Error(check.problem);
    const { proved } = check;
    if (goneIn(proved) !== null) return this.#hear(log, proved);
    if (thingGoneKnown.is(proved.event)) {
      const { id, asset } = proved.event.payload;
      const transit = log.stream(transitStreamKind, transitStream(id));
      const told = toldOfGone(proved, { id, asset, transit });
      if ("events" in told) log.append(told.events);
      else expect(told.refused.code).toBe("gone_told");
      return;
    }
    const stream = transitStream((proved.event.payload as { readonly id: string }).id);
    const at = { here: log.number, transit: log.stream(transitStreamKind, stream) };
    const departure = departureIn(proved);
    if (departure !== null) {
      const decision = arriveInLog(proved, { ...at, whereIs: (asset) => whereIn(log, asset) });
      if ("refused" in decision) expect(["transit_arrived", "still_here"]).toContain(decision.refused.code);
      else appendTo(log, this.#takes(log, { departure, log: proved.log, decision }));
      const arrival = log.events.findLast((event) => event.stream === stream && transitArrived.is(event));
      if (arrival !== undefined) this.#send(log, proved.log, arrival.position);
      return;
    }
    const decision = closeTransit(proved, at);
    if ("events" in decision) log.append(decision.events);
    else expect(decision.refused.code).toBe("transit_closed");
  }

  /** Hears of what has left the site; the log that says so is answered once this is kept. */
  #hear(log: PaperLog, proved: PeerEvent): void {
    const { id, asset } = goneIn(proved) ?? { id: "", asset: "" };
    const transit = log.stream(transitStreamKind, transitStream(id));
    const decision = hearOfGone(proved, { here: log.number, transit });
    if ("events" in decision) log.append(decision.events);
    else expect(["gone_known", "still_under_way"]).toContain(decision.refused.code);
    const known = log.events.findLast(
      (event) => thingGoneKnown.is(event) && event.payload.id === id && event.payload.asset === asset,
    );
    if (known !== undefined) this.#send(log, proved.log, known.position);
  }

  /** Delivers a message out of order: it stays on its way to be delivered again, or is lost. */
  async deliver(chosen: number, is: "once" | "again" | "lost"): Promise<void> {
    if (this.messages.length === 0) return;
    const at = chosen % this.messages.length;
    const message = this.messages[at];
    if (is !== "lost" && message !== undefined) await this.take(message);
    if (is !== "again") this.messages.splice(at, 1);
  }

  /** Keeps and carries all that there is, old messages among it. */
  async settle(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      for (const { number } of this.all) {
        this.keep(number);
        this.carry(number);
      }
      for (const message of this.messages.splice(0)) {
        await this.take(message);
        for (const { number } of this.all) this.keep(number);
      }
    }
  }

  /** The log ends with its disk: whatever no kept head covers is lost. */
  crash(number: number): void {
    const log = this.log(number);
    log.loseAfter(this.kept[log.number - 1]?.number ?? 0);
  }

  read(): LogTransits[] {
    return this.all.map((log) => ({
      log: log.number,
      position: log.events.length,
      events: log.events.flatMap((event) =>
        event.stream.startsWith("transit:") ? [{ event, leaf: log.leaf(event.position) }] : [],
      ),
      between: betweenIn(log),
    }));
  }

  /** What is under way, once all logs agree on it. */
  underWay(): bigint {
    const { assets, problems } = reconcileLogs(this.read());
    expect(problems).toEqual([]);
    const underWay = assets.reduce((sum, one) => sum + one.underWay, 0n);
    expect(underWay).toBeGreaterThanOrEqual(0n);
    return underWay;
  }

  /** The streams of every event of a type, sorted. */
  streamsOf(type: string): string[] {
    const events = this.all.flatMap((log) => log.events);
    return events.flatMap((event) => (event.type === type ? [event.stream] : [])).sort();
  }
}

function betweenIn(log: PaperLog): ReadonlyMap<string, bigint> {
  const between = new Map<string, bigint>();
  for (const { account, asset, delta } of log.events.flatMap(({ postings }) => postings))
    if (/^(?:transit|peer):/.test(account)) between.set(asset, (between.get(asset) ?? 0n) + delta);
  return between;
}

/** Appends what was decided, if it was accepted. */
export function appendTo(log: PaperLog, decision: Decision): void {
  if ("events" in decision) log.append(decision.events);
}

/** Where a single thing is in a log, with the departure that a look-up finds. */
export function whereIn(log: PaperLog, asset: string): WhereSingle {
  const place = placeOfSingle((account) => log.holding(account, asset));
  const left = log.events.findLast(
    (event) => transitLeft.is(event) && thingsOf(event.payload).some((one) => one.asset === asset),
  );
  if (left === undefined || !transitLeft.is(left)) return { place, last: null };
  const { id } = left.payload;
  return { place, last: { id, transit: log.stream(transitStreamKind, transitStream(id)) } };
}
