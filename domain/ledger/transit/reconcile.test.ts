import { describe, expect, it } from "vitest";
import type { NewEvent } from "../../kernel/events/event.ts";
import { type LogTransits, reconcileLogs } from "./reconcile.ts";
import { thingGone, thingGoneKnown, transitArrived, transitClosed, transitLeft } from "./transit-events.ts";

const THING = "item:101:7";
const OTHER = "item:101:8";
const way = { id: "1-a", to: 2, sender: "escrow:purse", receiver: "escrow:purse", purpose: "" };
const amount = { amount: "100", asset: "RBX" };
const example = transitArrived.example().payload.receipt;

/** A receipt of an event of a log, with the place in its block at which it says the event is. */
const receiptOf = (log: number, from: number, { index = 0, leaf = `${log}@${from}` } = {}) => ({
  ...{ ...example, index, leaf },
  block: { ...example.block, from, to: from + index },
  head: { ...example.head, log: String(log) },
});
const at = (log: number, position: number, event: NewEvent) => ({
  event: {
    ...{ ...event, position, version: 1, eventId: `c${position}.0`, commandId: `c${position}` },
    ...{ actor: "test", recordedAt: 0 },
  },
  leaf: `${log}@${position}`,
});
const logOf = (
  log: number,
  events: readonly NewEvent[],
  { between = {}, position = events.length, ...more }: Between = {},
): LogTransits => ({
  ...{ log, position },
  events: events.map((event, index) => at(log, index + 1, event)),
  ...more,
  between: new Map(Object.entries(between)),
});
type Between = Omit<Partial<LogTransits>, "between"> & { readonly between?: { [asset: string]: bigint } };
const problemsOf = (...logs: readonly LogTransits[]) => reconcileLogs(logs).problems;

describe("an amount that left for another log", () => {
  const left = transitLeft({ ...way, ...amount });
  const arrived = (receipt = receiptOf(1, 1)) =>
    transitArrived({ ...amount, id: "1-a", receiver: "escrow:purse", receipt });
  const closed = (change: object = {}) =>
    transitClosed({ ...amount, id: "1-a", to: 2, receipt: receiptOf(2, 1), ...change });
  const one = (...events: readonly NewEvent[]) => logOf(1, events, { between: { RBX: 100n } });
  const two = (...events: readonly NewEvent[]) => logOf(2, events, { between: { RBX: -100n } });

  it("is closed by its arrival, whole and in the log where that is", () => {
    expect(problemsOf(one(left, closed()), two(arrived()))).toEqual([]);
    const where = "Transit 1-a was closed in log 1 at position 2";
    for (const change of [{ amount: "60" }, { asset: "TIX" }])
      expect(problemsOf(one(left, closed(change)), two(arrived()))).toEqual([
        `${where}, and is not what had arrived.`,
      ]);
    expect(problemsOf(one(left, closed({ to: 3 })), two(arrived()), logOf(3, [arrived()]))).toContain(
      `${where}, and log 3 holds no such arrival at position 1.`,
    );
  });

  it("has left the log that its name says", () => {
    const events = [transitLeft({ ...way, ...amount })];
    const three = logOf(3, events, { between: { RBX: 100n } });
    const came = two(arrived(receiptOf(3, 1)));
    expect(problemsOf(logOf(1, [], { position: 9 }), came, three)).toEqual(
      expect.arrayContaining(["Transit 1-a left log 3 at position 1, and has another log's name."]),
    );
  });

  it("is looked up only if it left behind the position up to which its log was read", () => {
    const early = logOf(1, [], { position: 3 });
    const [there, behind] = [receiptOf(1, 1, { index: 2 }), receiptOf(1, 1, { index: 3 })];
    expect(reconcileLogs([early, two(arrived(behind))])).toMatchObject({
      problems: [],
      later: [{ log: 1, position: 4 }],
    });
    const { problems, later } = reconcileLogs([early, two(arrived(there))]);
    expect(later).toEqual([]);
    expect(problems).toContain(
      "Transit 1-a arrived in log 2 at position 1, and log 1 holds no such departure at position 3.",
    );
  });

  it("is closed by an arrival that is looked up if it stands behind where its log was read", () => {
    const unread = logOf(2, [], { position: 3, between: { RBX: 0n } });
    const closedBy = (index: number) => one(left, closed({ receipt: receiptOf(2, 1, { index }) }));
    expect(reconcileLogs([closedBy(3), unread])).toMatchObject({
      problems: [],
      later: [{ log: 2, position: 4 }],
    });
    expect(reconcileLogs([closedBy(2), unread])).toMatchObject({
      problems: [
        "Transit 1-a was closed in log 1 at position 2, and log 2 holds no such arrival at position 3.",
      ],
      later: [],
    });
  });

  it("is counted by asset, in the order of their names", () => {
    const tix = transitLeft({ ...way, id: "1-b", amount: "5", asset: "TIX" });
    const eur = transitLeft({ ...way, id: "1-c", amount: "7", asset: "EUR" });
    const log = logOf(1, [tix, left, eur], { between: { RBX: 100n, TIX: 5n, EUR: 7n } });
    expect(reconcileLogs([log]).assets).toEqual([
      { asset: "EUR", left: 7n, arrived: 0n, underWay: 7n },
      { asset: "RBX", left: 100n, arrived: 0n, underWay: 100n },
      { asset: "TIX", left: 5n, arrived: 0n, underWay: 5n },
    ]);
  });

  it("is not held where nothing of its asset has left", () => {
    expect(problemsOf(logOf(1, [], { between: { TIX: 5n } }))).toEqual([
      "The logs hold 5 of TIX for each other, where 0 is under way.",
    ]);
    expect(problemsOf(logOf(1, [], { between: { [THING]: 1n } }))).toEqual([
      `Log 1 holds 1 of ${THING} in transit, where 0 has left it.`,
    ]);
  });
});

describe("a thing that went to another log", () => {
  const things = [{ asset: THING, origin: { custody: "d_1", serial: null } }];
  const came = transitArrived({
    ...{ id: "1-a", receiver: "escrow:purse", receipt: receiptOf(1, 1) },
    things: [{ asset: THING, back: null }],
  });
  const closed = transitClosed({ id: "1-a", to: 2, receipt: receiptOf(2, 1), things: [{ asset: THING }] });
  const one = logOf(1, [transitLeft({ ...way, things }), closed], { kept: new Set() });
  const two = (events: readonly NewEvent[], more: Between = {}) =>
    logOf(2, [came, ...events], { kept: new Set(), ...more });
  const LOST = `${THING} left log 1 by transit 1-a, and log 2 has it no more.`;

  it("is not said to be lost before its arrival was read, or where nobody looked at custody", () => {
    expect(problemsOf(one, logOf(2, [], { kept: new Set() }))).toEqual([]);
    const { kept: _, ...unlooked } = two([]);
    expect(problemsOf(one, unlooked)).toEqual([]);
    expect(problemsOf(one, two([]))).toEqual([LOST]);
  });

  it("has moved on only by its own departure, from the custody that it came into", () => {
    const on = (asset: string, custody: string) =>
      transitLeft({ ...way, id: "2-b", to: 3, things: [{ asset, origin: { custody, serial: null } }] });
    const three = logOf(3, []);
    const sent = (asset: string, custody: string) =>
      problemsOf(one, two([on(asset, custody)], { between: { [asset]: 1n } }), three);
    expect(sent(THING, "1-a")).toEqual([]);
    for (const [asset, custody] of [
      [OTHER, "1-a"],
      [THING, "d_9"],
    ] as const)
      expect(sent(asset, custody)).toEqual([LOST]);
    const both = [THING, OTHER].map((asset) => ({ asset, origin: { custody: "1-a", serial: null } }));
    const together = transitLeft({ ...way, id: "2-b", to: 3, things: both });
    const between = { [THING]: 1n, [OTHER]: 1n };
    expect(problemsOf(one, two([together], { between }), three)).toEqual([]);
  });

  it("has left the site only by its own report, of the transit by which it had come", () => {
    const gone = (id: string, asset: string) => problemsOf(one, two([thingGone({ id, asset })]));
    expect(gone("1-a", THING)).toEqual([]);
    expect(gone("1-b", THING)).toEqual([LOST]);
    expect(gone("1-a", OTHER)).toEqual([LOST]);
    const known = { id: "1-a", asset: THING, isBack: false, receipt: receiptOf(2, 2) };
    const other = [thingGoneKnown(known)];
    expect(problemsOf(one, two(other))).toContain(LOST);
  });

  it("is known to have left the site by a log that is given, and up to where that was read", () => {
    const gone = (from: number, index: number) =>
      thingGoneKnown({ id: "1-a", asset: THING, isBack: false, receipt: receiptOf(2, from, { index }) });
    const knowing = (...events: readonly NewEvent[]) =>
      logOf(1, [transitLeft({ ...way, things }), closed, ...events], { kept: new Set() });
    const where = `${THING} is said to have left the site after transit 1-a, in log 1 at position 3`;
    expect(problemsOf(knowing(gone(2, 0)))).toContain(`${where}, and log 2 was not given.`);
    const read = two([], { position: 3, kept: new Set([THING]) });
    expect(reconcileLogs([knowing(gone(1, 3)), read])).toMatchObject({
      problems: [],
      later: [{ log: 2, position: 4, where }],
    });
    expect(reconcileLogs([knowing(gone(1, 2)), read])).toMatchObject({
      problems: [`${where}, and log 2 says nothing of it at position 3.`],
      later: [],
    });
  });
});
