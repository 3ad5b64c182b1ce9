import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Asset } from "../../accounts/account.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { appendTo, PaperLogs } from "../../testing/paper-logs.ts";
import { forAllAsyncIn } from "../../testing/properties/for-all.ts";
import { move } from "../posting.ts";
import { type LogTransits, problemOfLater, reconcileLogs } from "./reconcile.ts";
import { transitIdOf } from "./single.ts";
import { leaveLog, transitStreamKind } from "./transit.ts";
import {
  thingGone,
  thingGoneKnown,
  thingGoneTold,
  transitArrived,
  transitClosed,
  transitLeft,
  transitStream,
} from "./transit-events.ts";

const PURSE = "escrow:purse";
const FUNDS = 1_000n;

const funded: NewEvent = {
  type: "Earned",
  schemaVersion: 1,
  stream: "log:earned",
  payload: {},
  postings: move({ from: "issuance", to: PURSE, asset: "RBX" as Asset, amount: FUNDS }),
};

const PLACE = { position: 1, version: 1, eventId: "e", commandId: "c", actor: "test", recordedAt: 0 };

/** Logs that each have a purse, from which assets leave for another log's. */
class Logs extends PaperLogs {
  #names = 0;

  constructor(count: number) {
    super(count, () => [funded]);
  }

  leave(from: number, to: number, amount: bigint): void {
    const here = this.log(from);
    this.#names += 1;
    const id = transitIdOf(here.number, `x${this.#names}`);
    const decision = leaveLog(
      { id, to: this.log(to).number, sender: PURSE, receiver: PURSE, asset: "RBX", amount },
      {
        here: here.number,
        peers: this.peers,
        transit: here.stream(transitStreamKind, transitStream(id)),
        held: here.holding(PURSE, "RBX"),
      },
    );
    appendTo(here, decision);
  }

  expectConserved(): void {
    const held = this.all.reduce((sum, log) => sum + log.holding(PURSE, "RBX"), 0n);
    expect(held + this.underWay()).toBe(FUNDS * BigInt(this.all.length));
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
  /** A message is delivered out of order and may be delivered again, or is lost. */
  {
    weight: 6,
    arbitrary: fc.record({ message: fc.nat(1_000), is: fc.constantFrom("once", "again", "lost") }),
  },
  { weight: 1, arbitrary: fc.record({ crashes: number }) },
);

describe("two to five logs that crash, with lost, duplicate and late messages", () => {
  it("create and lose nothing at any moment, and owe each other nothing once everything is delivered", async () => {
    await forAllAsyncIn({ numRuns: 12 })(
      fc.integer({ min: 2, max: 5 }),
      fc.array(step, { minLength: 20, maxLength: 60, size: "max" }),
      async (count, course) => {
        const logs = new Logs(count);
        for (const next of course) {
          if ("leaves" in next) logs.leave(next.leaves, next.to, next.amount);
          else if ("carries" in next) logs.carry(next.carries);
          else if ("keeps" in next) logs.keep(next.keeps);
          else if ("crashes" in next) logs.crash(next.crashes);
          else await logs.deliver(next.message, next.is);
          logs.expectConserved();
        }
        // From here on everything is kept and delivered, including old messages.
        await logs.settle(3);
        logs.expectConserved();
        for (const { underWay } of reconcileLogs(logs.read()).assets) expect(underWay).toBe(0n);
        expect(logs.streamsOf("TransitArrived")).toEqual(logs.streamsOf("TransitLeft"));
        expect(logs.streamsOf("TransitClosed")).toEqual(logs.streamsOf("TransitLeft"));
      },
    );
  }, 60_000);
});

describe("compared logs", () => {
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

  it("agree, even if one was read before the other continued", async () => {
    const logs = await carried();
    expect(reconcileLogs(logs)).toEqual({
      assets: [{ asset: "RBX", left: 100n, arrived: 100n, underWay: 0n }],
      problems: [],
      later: [],
    });
    // Log 1 as it was before the departure.
    const early = changed(logs, 1, { position: 1, events: [], between: new Map() });
    const { problems, later } = reconcileLogs(early);
    expect([problems, later]).toEqual([[], [expect.objectContaining({ log: 1, position: 2 })]]);
    // Log 2 as it was before the arrival, which log 1 knows of.
    const before = changed(logs, 2, { position: 1, events: [], between: new Map() });
    expect(reconcileLogs(before).later).toEqual([expect.objectContaining({ log: 2, position: 2 })]);
  });

  it("disagree when an arrival has no departure, a closing no arrival, or a sum differs", async () => {
    const logs = await carried();
    const [one, two] = [logs[0]!, logs[1]!];
    const problemsOf = (all: readonly LogTransits[]) => reconcileLogs(all).problems.join(" ");
    expect(problemsOf(changed(logs, 1, { events: one.events.slice(1) }))).toContain("no such departure");
    expect(problemsOf(changed(logs, 2, { events: [] }))).toContain("no such arrival");
    expect(problemsOf(changed(logs, 2, { between: new Map([["RBX", -99n]]) }))).toContain("for each other");
    expect(problemsOf(changed(logs, 2, { events: [...two.events, ...two.events] }))).toContain(
      "arrived before",
    );
    const third = { ...two, log: 3 };
    expect(problemsOf([one, { ...two, events: [] }, third])).toContain("had left for another log");
    expect(problemsOf([two])).toContain("was not given");
    expect(problemsOf([one])).toContain("was not given");
  });

  it("disagree when one reports events of another that it has not written by then", () => {
    const later = { log: 1, position: 9, leaf: "aa", where: "Transit 1-a arrived in log 2 at position 3" };
    expect(problemOfLater(later, { position: 12, leaf: "aa" })).toBeNull();
    expect(problemOfLater(later, { position: 8, leaf: null })).toBe(
      `${later.where}, and log 1 has come to position 8 without it.`,
    );
    expect(problemOfLater(later, { position: 9, leaf: "bb" })).toBe(
      `${later.where}, and log 1 holds something else at position 9.`,
    );
  });

  it("disagree when something else arrived than departed, even if all sums are right", async () => {
    const logs = await carried();
    const arrived = (payload: JsonObject, between: ReadonlyMap<string, bigint>) => {
      const events = (logs[1]?.events ?? []).map(({ event, leaf }) => ({
        event: { ...event, payload: { ...event.payload, ...payload } },
        leaf,
      }));
      return reconcileLogs(changed(logs, 2, { events, between })).problems;
    };
    expect(arrived({}, new Map([["RBX", -100n]]))).toEqual([]);
    const isAnother = expect.arrayContaining([expect.stringContaining("is not what had left")]);
    expect(arrived({ amount: "1000" }, new Map([["RBX", -1_000n]]))).toEqual(isAnother);
    expect(arrived({ asset: "TIX" }, new Map([["TIX", -100n]]))).toEqual(isAnother);
    expect(arrived({ receiver: "player:p_thief" }, new Map([["RBX", -100n]]))).toEqual(isAnother);
  });

  it("disagree when two have one thing in custody, unless it moved on while they were read", async () => {
    const thing = "item:101:7";
    const keeping = (log: number): LogTransits => ({
      ...{ log, position: 1, events: [], between: new Map() },
      kept: new Set([thing, `item:101:${log}`]),
    });
    expect(reconcileLogs([keeping(1), keeping(3)]).problems).toEqual([
      `Logs 1 and 3 both have ${thing} in custody.`,
    ]);
    const { payload } = transitArrived.example();
    const receipt = { ...payload.receipt, block: { ...payload.receipt.block, from: 9 } };
    const came = { id: "1-a", things: [{ asset: thing, back: null }], receiver: PURSE, receipt };
    const arrived = { event: { ...transitArrived(came), ...PLACE }, leaf: "a" };
    const there = { ...keeping(3), events: [arrived] };
    expect(reconcileLogs([keeping(1), there])).toMatchObject({ problems: [], later: [{ log: 1 }] });
  });

  it("disagree when a single thing left twice by one custody, or is held without an arrival", () => {
    const departure = { to: 2, sender: PURSE, receiver: PURSE, purpose: "" };
    const things = [{ asset: "item:101:7", origin: { custody: "d_1", serial: null } }];
    const left = (id: string) => ({
      event: { ...transitLeft({ ...departure, id, things }), ...PLACE },
      leaf: id,
    });
    const log = { log: 1, position: 1, events: [left("1-a")], between: new Map([["item:101:7", 1n]]) };
    const other = { log: 2, position: 1, events: [], between: new Map() };
    expect(reconcileLogs([log, other]).problems).toEqual([]);
    const twice = { ...log, events: [left("1-a"), left("1-b")], between: new Map([["item:101:7", 2n]]) };
    expect(reconcileLogs([twice, other]).problems).toEqual([
      "Transit 1-b took item:101:7 from log 1 a second time.",
    ]);
    expect(reconcileLogs([{ ...log, between: new Map() }, other]).problems).toEqual([
      "Log 1 holds 0 of item:101:7 in transit, where 1 has left it.",
    ]);
  });

  describe("about a thing that is elsewhere", () => {
    const thing = "item:101:7";
    const example = transitArrived.example().payload.receipt;
    const receiptOf = (log: number, position: number, leaf: string) => ({
      ...example,
      leaf,
      block: { ...example.block, from: position, to: position },
      head: { ...example.head, log: String(log) },
    });
    const at = (position: number, event: NewEvent, leaf: string) => ({
      event: { ...event, ...PLACE, position },
      leaf,
    });
    const way = { id: "1-a", to: 2, sender: PURSE, receiver: PURSE, purpose: "" };
    const left = at(
      1,
      transitLeft({ ...way, things: [{ asset: thing, origin: { custody: "d_1", serial: null } }] }),
      "left",
    );
    const came = transitArrived({
      ...{ id: "1-a", receiver: PURSE, receipt: receiptOf(1, 1, "left") },
      things: [{ asset: thing, back: null }],
    });
    const closed = transitClosed({
      ...{ id: "1-a", to: 2, receipt: receiptOf(2, 1, "came") },
      things: [{ asset: thing }],
    });
    const one: LogTransits = {
      ...{ log: 1, position: 9, between: new Map() },
      events: [left, at(2, closed, "closed")],
      kept: new Set(),
    };
    const two = (more: LogTransits["events"] = [], kept: readonly string[] = []): LogTransits => ({
      ...{ log: 2, position: 9, between: new Map() },
      events: [at(1, came, "came"), ...more],
      kept: new Set(kept),
    });
    const lost = [`${thing} left log 1 by transit 1-a, and log 2 has it no more.`];
    const gone = at(2, thingGone({ id: "1-a", asset: thing }), "gone");

    it("disagree when the log that it went to has lost it", () => {
      expect(reconcileLogs([one, two([], [thing])]).problems).toEqual([]);
      expect(reconcileLogs([one, two()]).problems).toEqual(lost);
      // It moved on, or out of the site.
      const on = transitLeft({
        ...{ ...way, id: "2-b", to: 3 },
        things: [{ asset: thing, origin: { custody: "1-a", serial: null } }],
      });
      const three: LogTransits = { log: 3, position: 0, events: [], between: new Map() };
      const onTheWay = { ...two([at(2, on, "on")]), between: new Map([[thing, 1n]]) };
      expect(reconcileLogs([one, onTheWay, three]).problems).toEqual([]);
      expect(reconcileLogs([one, two([gone])]).problems).toEqual([]);
    });

    it("disagree when one reports that it left the site and the other log does not", () => {
      const known = (leaf: string) =>
        thingGoneKnown({ id: "1-a", asset: thing, isBack: false, receipt: receiptOf(2, 2, leaf) });
      const knowing = (leaf: string) => ({ ...one, events: [...one.events, at(3, known(leaf), "known")] });
      expect(reconcileLogs([knowing("gone"), two([gone])]).problems).toEqual([]);
      expect(reconcileLogs([knowing("other"), two([gone])]).problems).toEqual([
        `${thing} is said to have left the site after transit 1-a, in log 1 at position 3, and log 2 says nothing of it at position 2.`,
      ]);
      // The other log reports something else, or another stay of the same thing.
      for (const other of [
        { id: "1-a", asset: "item:101:8" },
        { id: "1-b", asset: thing },
      ])
        expect(reconcileLogs([knowing("gone"), two([at(2, thingGone(other), "gone")])]).problems).toContain(
          `${thing} is said to have left the site after transit 1-a, in log 1 at position 3, and log 2 says nothing of it at position 2.`,
        );
    });

    it("disagree when one does not pass a report on, and its home log does not know", () => {
      const of = { id: "1-a", asset: thing };
      const known = at(
        3,
        thingGoneKnown({ ...of, isBack: false, receipt: receiptOf(2, 2, "gone") }),
        "known",
      );
      const knowing = { ...one, events: [...one.events, known] };
      const told = (receipt: ReturnType<typeof receiptOf> | null) =>
        two([gone, at(3, thingGoneTold({ ...of, receipt }), "told")]);
      const where = `${thing} is said to be known to have left the site after transit 1-a, in log 2 at position 3`;
      // Version 1 carried no receipt.
      for (const receipt of [receiptOf(1, 3, "known"), null])
        expect(reconcileLogs([knowing, told(receipt)]).problems).toEqual([]);
      expect(reconcileLogs([one, told(null)]).problems).toEqual([`${where}, and log 1 says nothing of it.`]);
      for (const [log, leaf] of [
        [one, "known"],
        [knowing, "other"],
      ] as const)
        expect(reconcileLogs([log, told(receiptOf(1, 3, leaf))]).problems).toEqual([
          `${where}, and log 1 says nothing of it at position 3.`,
        ]);
      // Events attributed to it after its reading are looked up.
      const { problems, later } = reconcileLogs([one, told(receiptOf(1, 10, "known"))]);
      expect(problems).toEqual([]);
      expect(later).toEqual([{ log: 1, position: 10, leaf: "known", where }]);
    });
  });
});
