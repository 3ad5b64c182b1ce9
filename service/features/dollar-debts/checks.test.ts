import { expect, it } from "vitest";
import { playerAccount, USD } from "#domain/accounts/account.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import {
  dollarDebtPaid,
  dollarDebtWrittenOff,
  writeOffReturned,
} from "#domain/features/dollar-debts/events.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { asks, earned } from "#domain/testing/cashouts.ts";
import { people } from "#domain/testing/deposits.ts";
import { GivenLog } from "#domain/testing/given.ts";
import { ALICE } from "#domain/testing/players.ts";
import { agreed } from "#domain/testing/proposals.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

/** Moves an opening balance to a stream that the check can fold. */
const begun = (event: NewEvent): NewEvent => ({ ...event, stream: "log:test" });
const owes = (amount: bigint): NewEvent => ({
  ...begun(earned("0.00")),
  postings: [
    { account: receivableAccount(ALICE), asset: USD, delta: -amount },
    { account: "payments:stripe", asset: USD, delta: amount },
  ],
});
const given = { by: "p_root", confirmedBy: "p_dora", reason: "Lost." };
const paid = (amount: string) => dollarDebtPaid({ playerId: ALICE, amount });
const writtenOff = (amount: string, over: object = {}) =>
  dollarDebtWrittenOff({ playerId: ALICE, amount, ...given, ...over });
const returned = (amount: string) => writeOffReturned({ playerId: ALICE, amount });

/** The check's problem with events that follow a debt of alice's of 20.00, while she holds 5.00. */
function problemOf(...events: readonly NewEvent[]): string | null {
  const log = new GivenLog();
  log.append([...people, begun(earned("5.00")), owes(2_000n), ...events]);
  return problemOfEvents(log.events);
}

it("accepts debts that were paid, written off, or recovered later", () => {
  const again = owes(-1_500n);
  const byTwo = agreed({ kind: "write_off_dollar_debt", playerId: ALICE, owed: "1500" }, given);
  expect(problemOf(paid("500"), ...byTwo, writtenOff("1500"), again, returned("1500"))).toBeNull();
});

it.each([
  ["paid than was owed", [writtenOff("1600"), paid("401")], "DollarDebtPaid exceeds the debt."],
  ["written off than was owed", [writtenOff("2001")], "DollarDebtWrittenOff exceeds the debt."],
  [
    "returned than was written off",
    [writtenOff("1500"), owes(-1_501n), returned("1501")],
    "WriteOffReturned exceeds the amount written off.",
  ],
] as const)("rejects more that was %s", (_what, events, problem) => {
  expect(problemOf(...events)).toBe(problem);
});

it("rejects a write-off by one admin alone, or by the debtor", () => {
  for (const over of [{ confirmedBy: "p_root" }, { confirmedBy: "" }, { by: ALICE }, { confirmedBy: ALICE }])
    expect(problemOf(writtenOff("1500", over))).toBe(
      "DollarDebtWrittenOff needs two admins other than the debtor.",
    );
});

it("rejects moves that do not belong to a debt", () => {
  const [first, ...others] = paid("500").postings;
  if (first === undefined) throw new Error("it moves something");
  const moved = { ...paid("500"), postings: [{ ...first, account: playerAccount("p_dora") }, ...others] };
  expect(problemOf(begun(earned("5.00", "p_dora")), moved)).toBe(
    "DollarDebtPaid stands elsewhere or moves something else than it says.",
  );
});

it("rejects a cash-out of a debtor", () => {
  const log = new GivenLog();
  log.append([...people, begun(earned("5.00"))]);
  const asked = asks("5.00")(log);
  if ("refused" in asked) throw new Error(asked.refused.code);
  log.append([owes(1n), ...asked.events]);
  expect(problemOfEvents(log.events)).toBe("CashoutRequested concerns a player who owes dollars.");
});
