import { expect, it } from "vitest";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import {
  approves,
  asks,
  begins,
  claims,
  earned,
  observes,
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

it("rejects fees that leave nothing", () => {
  expect(problemOf(logOf(), "CashoutRequested", payload({ fees: "10000" }))).toBe(
    "Fees of 10000 leave nothing of 10000.",
  );
});
