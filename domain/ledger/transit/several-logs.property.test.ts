import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Asset } from "../../accounts/account.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { PaperLog, portsKnowing } from "../../testing/paper-log.ts";
import { move } from "../posting.ts";
import type { Receipt } from "../proof.ts";
import type { SignedHead } from "../receipt.ts";
import { isKept, type PeerPorts, provePeerEvent } from "./peer-receipt.ts";
import { type LogTransits, reconcileLogs } from "./reconcile.ts";
import {
  arriveInLog,
  closeTransit,
  leaveLog,
  transitArrived,
  transitIdOf,
  transitLeft,
  transitStream,
  transitStreamKind,
} from "./transit.ts";

const PURSE = "escrow:purse";
const FUNDS = 1_000n;

const funded: NewEvent = {
  type: "Earned",
  schemaVersion: 1,
  stream: "log:earned",
  payload: {},
  postings: move({ from: "issuance", to: PURSE, asset: "RBX" as Asset, amount: FUNDS }),
};

/** A receipt on its way to a log. */
interface Message {
  readonly to: number;
  readonly receipt: Receipt;
}

/** Logs on paper, each with a head kept elsewhere, and receipts on their way: what services do, by hand. */
class Logs {
  readonly all: readonly PaperLog[];
  readonly kept: (SignedHead | null)[];
  readonly #ports: PeerPorts;
  #names = 0;
  messages: Message[] = [];

  constructor(count: number) {
    this.all = Array.from({ length: count }, (_, index) => new PaperLog(index + 1));
    this.#ports = portsKnowing(...this.all);
    for (const log of this.all) log.append([funded]);
    this.kept = this.all.map((log) => log.head());
  }

  log(number: number): PaperLog {
    const log = this.all[(number - 1) % this.all.length];
    if (log === undefined) throw new Error("there is a log");
    return log;
  }

  leave(from: number, to: number, amount: bigint): void {
    const here = this.log(from);
    this.#names += 1;
    const id = transitIdOf(here.number, `x${this.#names}`);
    const decision = leaveLog(
      { id, to: this.log(to).number, sender: PURSE, receiver: PURSE, asset: "RBX", amount },
      {
        here: here.number,
        peers: new Set(this.all.map(({ number }) => number)),
        transit: here.stream(transitStreamKind, transitStream(id)),
        held: here.holding(PURSE, "RBX"),
      },
    );
    if ("events" in decision) here.append(decision.events);
  }

  keep(number: number): void {
    const log = this.log(number);
    this.kept[log.number - 1] = log.head();
  }

  /** Sends every departure that is not closed, as far as a kept head covers it. */
  carry(number: number): void {
    const log = this.log(number);
    for (const event of log.events) {
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
    const stream = transitStream((proved.event.payload as { readonly id: string }).id);
    const at = { here: log.number, transit: log.stream(transitStreamKind, stream) };
    if (transitLeft.is(proved.event)) {
      const decision = arriveInLog(proved, at);
      if ("events" in decision) log.append(decision.events);
      else expect(decision.refused.code).toBe("transit_arrived");
      const arrival = log.events.findLast((event) => event.stream === stream && transitArrived.is(event));
      if (arrival !== undefined) this.#send(log, proved.log, arrival.position);
      return;
    }
    const decision = closeTransit(proved, at);
    if ("events" in decision) log.append(decision.events);
    else expect(decision.refused.code).toBe("transit_closed");
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
        event.stream.startsWith("transit:") ? [{ event, leaf: log.receipt(event.position).leaf }] : [],
      ),
      between: new Map([["RBX", this.#betweenIn(log)]]),
    }));
  }

  #betweenIn(log: PaperLog): bigint {
    return log.events
      .flatMap(({ postings }) => postings)
      .filter(({ account }) => /^(?:transit|peer):/.test(account))
      .reduce((sum, { delta }) => sum + delta, 0n);
  }

  expectConserved(): void {
    const { assets, problems } = reconcileLogs(this.read());
    expect(problems).toEqual([]);
    const held = this.all.reduce((sum, log) => sum + log.holding(PURSE, "RBX"), 0n);
    const underWay = assets.reduce((sum, one) => sum + one.underWay, 0n);
    expect(underWay).toBeGreaterThanOrEqual(0n);
    expect(held + underWay).toBe(FUNDS * BigInt(this.all.length));
  }
}

const number = fc.integer({ min: 1, max: 5 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ leaves: number, to: number, amount: fc.bigInt({ min: 1n, max: 400n }) }),
  },
  { weight: 3, arbitrary: fc.record({ carries: number }) },
  { weight: 2, arbitrary: fc.record({ keeps: number }) },
  /** A message is delivered out of order, and stays on its way to be delivered again, or is lost. */
  {
    weight: 6,
    arbitrary: fc.record({ message: fc.nat(1_000), is: fc.constantFrom("once", "again", "lost") }),
  },
  { weight: 1, arbitrary: fc.record({ crashes: number }) },
);

describe("two to five logs that crash, with messages that are lost, doubled and late", () => {
  it("make and lose nothing at any moment, and owe each other nothing once all is carried", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 5 }),
        fc.array(step, { maxLength: 60 }),
        async (count, course) => {
          const logs = new Logs(count);
          for (const next of course) {
            if ("leaves" in next) logs.leave(next.leaves, next.to, next.amount);
            else if ("carries" in next) logs.carry(next.carries);
            else if ("keeps" in next) logs.keep(next.keeps);
            else if ("crashes" in next) logs.crash(next.crashes);
            else if (logs.messages.length > 0) {
              const at = next.message % logs.messages.length;
              const message = logs.messages[at];
              if (next.is !== "lost" && message !== undefined) await logs.take(message);
              if (next.is !== "again") logs.messages.splice(at, 1);
            }
            logs.expectConserved();
          }
          // All is kept and carried from here on, old messages among it.
          for (let round = 0; round < 3; round += 1) {
            for (const { number: one } of logs.all) {
              logs.keep(one);
              logs.carry(one);
            }
            for (const message of logs.messages.splice(0)) {
              await logs.take(message);
              for (const { number: one } of logs.all) logs.keep(one);
            }
          }
          logs.expectConserved();
          for (const { underWay } of reconcileLogs(logs.read()).assets) expect(underWay).toBe(0n);
          const events = logs.all.flatMap((log) => log.events);
          const ids = (type: string) =>
            events
              .filter((event) => event.type === type)
              .map(({ stream }) => stream)
              .sort();
          expect(ids("TransitArrived")).toEqual(ids("TransitLeft"));
          expect(ids("TransitClosed")).toEqual(ids("TransitLeft"));
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);
});

describe("logs that are compared", () => {
  const carried = async () => {
    const logs = new Logs(2);
    logs.leave(1, 2, 100n);
    for (let round = 0; round < 3; round += 1) {
      logs.keep(1);
      logs.keep(2);
      logs.carry(1);
      for (const message of logs.messages.splice(0)) await logs.take(message);
    }
    return logs.read();
  };
  const changed = (logs: readonly LogTransits[], log: number, change: Partial<LogTransits>) =>
    logs.map((one) => (one.log === log ? { ...one, ...change } : one));

  it("agree, also where one was read before the other went on", async () => {
    const logs = await carried();
    expect(reconcileLogs(logs)).toEqual({
      assets: [{ asset: "RBX", left: 100n, arrived: 100n, underWay: 0n }],
      problems: [],
      later: 0,
    });
    // Log 1 as it was before the departure.
    const early = changed(logs, 1, { position: 1, events: [], between: new Map() });
    expect(reconcileLogs(early)).toMatchObject({ problems: [], later: 1 });
  });

  it("do not agree where an arrival has no departure, a closing no arrival, or a sum is another", async () => {
    const logs = await carried();
    const [one, two] = [logs[0]!, logs[1]!];
    const problemsOf = (all: readonly LogTransits[]) => reconcileLogs(all).problems.join(" ");
    expect(problemsOf(changed(logs, 1, { events: one.events.slice(1) }))).toContain("no such departure");
    expect(problemsOf(changed(logs, 2, { events: [] }))).toContain("no such arrival");
    expect(problemsOf(changed(logs, 2, { between: new Map([["RBX", -99n]]) }))).toContain("for each other");
    expect(problemsOf(changed(logs, 2, { events: [...two.events, ...two.events] }))).toContain(
      "arrived before",
    );
    expect(problemsOf([two])).toContain("was not given");
    expect(problemsOf([one])).toContain("was not given");
  });
});
