import { expect, it } from "vitest";
import { playerAccount } from "#domain/accounts/account.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { DORA, EMIL } from "#domain/testing/deposits.ts";
import { carriedOut, type Decide, type GivenLog } from "#domain/testing/given.ts";
import { HAT_2 } from "#domain/testing/items.ts";
import { ALICE } from "#domain/testing/players.ts";
import { confirms, wants } from "#domain/testing/proposals.ts";
import { set } from "#domain/testing/settings.ts";
import {
  approvesIt,
  asks,
  BOB,
  inCustody,
  receives,
  rejectsIt,
  seen,
  sends,
} from "#domain/testing/withdrawals.ts";
import { problemOfEvents, problemWhereverEnding } from "#service/lab/testing/logs/checked-events.ts";

/** Two admins settle the withdrawal. */
const byTwo = (kind: string) => [wants(DORA, { kind, withdrawalId: "w_1" }), confirms(EMIL)];
const completes = byTwo("complete_withdrawal");
const returns = byTwo("return_withdrawal");

const logOf = (...steps: readonly Decide<never>[]): GivenLog => carriedOut(inCustody(), asks(), ...steps);
const sent = [approvesIt(DORA), sends(DORA)] as readonly Decide<never>[];
const and = (...steps: readonly unknown[]) => [...sent, ...steps] as readonly Decide<never>[];

const problemOf = (
  log: GivenLog,
  type = "",
  change: (event: RecordedEvent) => Partial<RecordedEvent> = () => ({}),
): string | null =>
  problemOfEvents(log.events.map((event) => (event.type === type ? { ...event, ...change(event) } : event)));
const payload = (change: object) => (event: RecordedEvent) => ({ payload: { ...event.payload, ...change } });
const without = (log: GivenLog, type: string) =>
  problemOfEvents(log.events.filter((event) => event.type !== type));

it("accepts withdrawals that were done, returned or rejected", () => {
  for (const ends of [
    and(seen(ALICE)),
    and(receives()),
    and(seen(BOB), ...completes),
    and(...returns),
    [rejectsIt(DORA)] as readonly Decide<never>[],
  ])
    expect(problemOf(logOf(...ends))).toBeNull();
});

it("rejects a withdrawn copy that stays in custody, and an end of custody without cause", () => {
  const log = logOf(...and(seen(ALICE)));
  expect(without(log, "CustodyEnded")).toBe("A copy was withdrawn but stays in custody.");
  expect(problemOf(log, "CustodyEnded", payload({ copy: HAT_2 }))).toBe(`${HAT_2} is not in that custody.`);
  const begun = logOf(...sent).events;
  const next = begun.at(-1);
  const ended = log.events.find(({ type }) => type === "CustodyEnded");
  if (ended === undefined || next === undefined) throw new Error("they are there");
  expect(problemWhereverEnding([...begun, ended], next)).toBe("Custody ended without a withdrawal.");
});

it("rejects another copy or player than requested, and postings to other accounts", () => {
  const log = logOf(...and(...returns));
  expect(
    problemOf(log, "WithdrawalApproved", (event) => ({
      ...payload({ playerId: BOB })(event),
      alsoIn: [`player:${BOB}`, `player:${DORA}`],
    })),
  ).toBe("WithdrawalApproved names another playerId than was agreed.");
  const toBob = ({ postings }: RecordedEvent) => ({
    postings: postings.map((leg) => (leg.delta > 0n ? { ...leg, account: playerAccount(BOB) } : leg)),
  });
  expect(problemOf(log, "WithdrawalReturned", toBob)).toBe(
    "WithdrawalReturned stands elsewhere or moves something else than it says.",
  );
});

it("rejects a return by one admin, by its own player, or after another player was seen with the copy", () => {
  const log = logOf(...and(...returns));
  const bad = "A withdrawal came back without two admins, or after another player was seen with the copy.";
  expect(problemOf(log, "WithdrawalReturned", payload({ confirmedBy: null }))).toBe(bad);
  expect(problemOf(log, "WithdrawalReturned", payload({ confirmedBy: DORA }))).toBe(
    "WithdrawalReturned names the same admin twice.",
  );
  expect(problemOf(log, "WithdrawalReturned", payload({ confirmedBy: ALICE }))).toBe(
    "WithdrawalReturned names its own player as an admin.",
  );
  const elsewhere = logOf(...and(seen(BOB)));
  const returned = log.events.at(-1);
  if (returned === undefined) throw new Error("it is there");
  expect(problemOfEvents([...elsewhere.events, returned])).toBe(bad);
});

it("rejects an arrival without proof, and steps out of order", () => {
  const log = logOf(...and(receives()));
  expect(problemOf(log, "WithdrawalDone", payload({ proof: "admins" }))).toBe(
    "The arrival of the copy is not proved.",
  );
  expect(without(log, "WithdrawalSent")).toBe("The arrival of the copy is not proved.");
  expect(without(log, "WithdrawalApproved")).toBe("WithdrawalSent cannot follow the status pending.");
});

it("rejects an approval by one admin above the threshold of its day, or of an item without a value", () => {
  const log = logOf(...sent);
  const under = (above: string) => {
    const [first] = log.events;
    if (first === undefined) throw new Error("A log begins");
    const changed = { ...first, ...set({ withdrawalSecondApprovalAbove: above }) };
    return problemOfEvents(
      log.events.flatMap((event) => (event.type === "WithdrawalRequested" ? [changed, event] : [event])),
    );
  };
  expect(under("5000")).toBeNull();
  expect(under("4999")).toBe("WithdrawalApproved is by one admin, where it takes two above 4999.");
  const unlisted = payload({ items: [] });
  expect(problemOf(log, "LimitedsListed", unlisted)).not.toBeNull();
  expect(problemOf(log, "WithdrawalApproved", payload({ value: "1" }))).toBe(
    "A withdrawal worth 5000 counts as 1.",
  );
});

it("rejects an approval while withdrawals are closed", () => {
  const log = logOf();
  log.append([set({ withdrawalsOpen: "1" })]);
  carriedOut(log, ...sent);
  expect(problemOf(log)).toBeNull();
  expect(problemOf(log, "SettingsChanged", payload({ values: { withdrawalsOpen: "0" } }))).toBe(
    "A withdrawal was approved while withdrawals were closed.",
  );
});
