import { expect, it } from "vitest";
import { cashoutRejected } from "#domain/features/cashouts/events.ts";
import { playerSuspended } from "#domain/features/roles/events.ts";
import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import {
  approves,
  asks,
  begins,
  claims,
  earned,
  NEW_TARGET_MS,
  observes,
  owing,
  rejects,
  waited,
} from "#domain/testing/cashouts.ts";
import { DORA, EMIL, people } from "#domain/testing/deposits.ts";
import { carriedOut, type Decide, GivenLog } from "#domain/testing/given.ts";
import { ALICE } from "#domain/testing/players.ts";
import { set } from "#domain/testing/settings.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

/** A cash-out of 100.00 that needs two admins, after some steps. */
function logOf(...steps: readonly Decide<never>[]): GivenLog {
  const log = new GivenLog();
  log.append([...people, set({ cashoutSecondApprovalAbove: "0" }), earned("200.00")]);
  return carriedOut(waited(carriedOut(log, asks("100.00"))), ...steps);
}
const approved = [claims(DORA), approves(DORA), approves(EMIL)] as readonly Decide<never>[];
const paid = [...approved, begins(), observes("paid")] as readonly Decide<never>[];
const reversed = [...paid, observes("reversed")] as readonly Decide<never>[];

/** The check's problem after every event of a type is changed. */
const problemOf = (
  log: GivenLog,
  type: string,
  change: (event: RecordedEvent) => Partial<RecordedEvent>,
): string | null =>
  problemOfEvents(
    log.events
      .filter(({ stream }) => stream !== "test:1")
      .map((event) => (event.type === type ? { ...event, ...change(event) } : event)),
  );
const payload = (change: object) => (event: RecordedEvent) => ({ payload: { ...event.payload, ...change } });

it("accepts cash-outs that were paid, reversed or rejected", () => {
  for (const steps of [paid, reversed, [rejects(DORA)] as readonly Decide<never>[]])
    expect(problemOf(logOf(...steps), "", () => ({}))).toBeNull();
});

it("rejects amounts, fees and addresses that were not agreed", () => {
  const log = logOf(...reversed);
  // The moves are recomputed from the payload, so that only the agreed terms differ.
  for (const [type, change, problem] of [
    ["CashoutApproved", { amount: "1" }, "CashoutApproved names another amount than was agreed."],
    ["CashoutReversed", { targetId: "ct_2" }, "CashoutReversed names another targetId than was agreed."],
    ["CashoutBegun", { provider: 1 }, null],
  ] as const)
    expect(problemOf(log, type, payload(change))).toBe(problem);
  const moved = "CashoutPaid stands elsewhere or moves something else than it says.";
  expect(problemOf(log, "CashoutPaid", payload({ fees: "1" }))).toBe(moved);
  expect(problemOf(log, "CashoutPaid", () => ({ postings: [] }))).toBe(moved);
});

it("rejects steps out of order", () => {
  const log = logOf(...paid);
  const without = (type: string) =>
    problemOfEvents(log.events.filter((event) => event.type !== type && event.stream !== "test:1"));
  expect(without("CashoutBegun")).toBe("CashoutPaid cannot follow the status approved.");
  expect(without("CashoutApproved")).toBe("CashoutBegun cannot follow the status pending.");
});

it("rejects approvals by the same admin twice, by the player, and of no request", () => {
  const log = logOf(...approved);
  const streams = (by: string, firstBy: string) => ({
    alsoIn: [`player:${ALICE}`, `player:${firstBy}`, `player:${by}`] as const,
  });
  const by = (one: string, first: string) => (event: RecordedEvent) => ({
    ...payload({ by: one, firstBy: first })(event),
    ...streams(one, first),
  });
  expect(problemOf(log, "CashoutApproved", by(DORA, DORA))).toBe(
    "CashoutApproved names the same admin twice.",
  );
  expect(problemOf(log, "CashoutApproved", by(ALICE, DORA))).toBe(
    "CashoutApproved names its own player as an admin.",
  );
  expect(problemOf(log, "CashoutApproved", by(DORA, EMIL))).toBe(
    "CashoutApproved names a first approval that does not exist.",
  );
});

it("rejects an approval before the address was known long enough", () => {
  const early = (event: RecordedEvent) => ({ recordedAt: event.recordedAt - 1 });
  expect(problemOf(logOf(...approved), "CashoutApproved", early)).toBe(
    "A cash-out was approved before its address had been known long enough.",
  );
});

it("rejects other fees than those of the tariff", () => {
  for (const fees of ["0", "199", "10000"])
    expect(problemOf(logOf(), "CashoutRequested", payload({ fees }))).toBe(
      `A cash-out of 10000 costs ${fees}, where 200 are due.`,
    );
});

it("rejects an address that is said to be known for longer, or payable earlier, than it is", () => {
  const { at } = new GivenLog();
  const since = (knownSince: number) => payload({ knownSince, payableFrom: knownSince + NEW_TARGET_MS });
  const unknown = "The address of a cash-out was not known as long as it says.";
  expect(problemOf(logOf(), "CashoutRequested", since(at - NEW_TARGET_MS))).toBe(unknown);
  expect(problemOf(logOf(), "CashoutRequested", since(at - 2_000))).toBeNull();
  expect(problemOf(logOf(), "CashoutRequested", payload({ payableFrom: at }))).toBe(
    "A cash-out is payable at another time than the settings of its day say.",
  );
  const again = carriedOut(logOf(...paid), asks("10.00", { cashoutId: "co_2" }));
  expect(problemOf(again, "", () => ({}))).toBeNull();
  expect(
    problemOf(again, "CashoutRequested", (event) =>
      event.payload.cashoutId === "co_2" ? since(at - 2_000)(event) : {},
    ),
  ).toBe(unknown);
});

/** A log in which one admin approves cash-outs, each right after the other. */
function approvedByOne(threshold: string, ...amounts: readonly string[]): GivenLog {
  const log = new GivenLog();
  log.append([...people, earned("1000.00"), set({ cashoutSecondApprovalAbove: threshold })]);
  const ids = amounts.map((amount, n) => ({ amount, cashoutId: `co_${n + 1}` }));
  for (const { amount, cashoutId } of ids) carriedOut(log, asks(amount, { cashoutId }));
  waited(log);
  for (const { cashoutId } of ids) carriedOut(log, claims(DORA, cashoutId), approves(DORA, cashoutId));
  return log;
}
const raised = (threshold: string | null) => payload({ values: { cashoutSecondApprovalAbove: threshold } });

it("rejects an approval by one admin above the threshold of its day, alone or in 24 hours", () => {
  const one = approvedByOne("10000", "100.00");
  const two = approvedByOne("20000", "100.00", "100.00");
  for (const log of [one, two]) expect(problemOf(log, "", () => ({}))).toBeNull();
  expect(problemOf(one, "SettingsChanged", raised("9999"))).toBe(
    "CashoutApproved is by one admin, where it takes two above 9999.",
  );
  expect(problemOf(two, "SettingsChanged", raised("19999"))).toBe(
    "CashoutApproved is by one admin, where it takes two above 19999.",
  );
  const unset = approvedByOne("100000", "500.01");
  expect(problemOf(unset, "SettingsChanged", raised(null))).toBe(
    "CashoutApproved is by one admin, where it takes two above 50000.",
  );
  const lowered = approvedByOne("10000", "100.00");
  lowered.append([set({ cashoutSecondApprovalAbove: "0" })]);
  expect(problemOf(lowered, "", () => ({}))).toBeNull();
});

it("rejects a cash-out of somebody suspended, and one while cash-outs are closed", () => {
  const { at } = new GivenLog();
  const problemAfter = (event: NewEvent) => {
    const [first, ...rest] = logOf(...paid).events.toSpliced(people.length, 0, {
      ...(logOf().events[0] as RecordedEvent),
      ...event,
      recordedAt: at,
    });
    return problemOfEvents([first as RecordedEvent, ...rest].filter(({ stream }) => stream !== "test:1"));
  };
  expect(problemAfter(set({ cashoutAddressHours: "72" }))).toBeNull();
  expect(problemAfter(set({ payoutsOpen: "0" }))).toBe(
    "CashoutRequested was recorded while cash-outs were closed.",
  );
  expect(problemAfter(playerSuspended(ALICE, { by: DORA, reason: "r" }))).toBe(
    "CashoutRequested concerns a player who is suspended.",
  );
});

it("rejects money that goes back past what its player owes", () => {
  const log = logOf();
  log.append([owing("30.00")]);
  carriedOut(log, rejects(DORA));
  const events = (debtPaid: string) =>
    log.events.map((event): RecordedEvent => {
      if (event.stream === "test:1") return { ...event, type: "WriterRecovered", stream: "log:recoveries" };
      if (!cashoutRejected.is(event)) return event;
      const { postings, payload } = cashoutRejected({ ...event.payload, debtPaid });
      return { ...event, postings, payload };
    });
  expect(problemOfEvents(events("3000"))).toBeNull();
  for (const paid of ["0", "2999", "3001"])
    expect(problemOfEvents(events(paid))).toBe(
      "CashoutRejected does not pay the player's debt in dollars first.",
    );
});
