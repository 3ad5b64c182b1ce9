import { expect, it } from "vitest";
import { house, playerAccount } from "#domain/accounts/account.ts";
import {
  debtPaid,
  debtWrittenOff,
  depositCompleted,
  depositReversed,
} from "#domain/features/deposits/events.ts";
import { settingsChanged } from "#domain/features/settings/events.ts";
import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import { move } from "#domain/ledger/posting.ts";
import {
  approves,
  DEPOSIT,
  DORA,
  EMIL,
  hats,
  people,
  ROOT,
  rbx,
  requests,
  reverses,
} from "#domain/testing/deposits.ts";
import { carriedOut, type Decide, GivenLog } from "#domain/testing/given.ts";
import { catalogued, HAT, HAT_2 } from "#domain/testing/items.ts";
import { ALICE, banked } from "#domain/testing/players.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

const MOVED = "stands elsewhere or moves something else than it says.";
const TWICE = "A deposit was approved twice by one admin, or by its own player.";

function logOf(...steps: readonly Decide<never>[]): GivenLog {
  const log = new GivenLog();
  log.append([banked("10000.00"), ...people, catalogued]);
  return carriedOut(log, ...steps);
}
const asked = requests(rbx("10.00")) as Decide<never>;
const instances = ["1", "2"];
const twoHats = [
  requests(hats(2)),
  approves(ROOT, { instances }),
  approves(DORA, { instances }),
] as readonly Decide<never>[];

/** The problem with a log that goes on with some events. */
function problemAfter(log: GivenLog, ...events: readonly NewEvent[]): string | null {
  log.append(events);
  return problemOfEvents(log.events);
}

/** The problem with a log in which every event of a type is another. */
const problemWith = (log: GivenLog, type: string, change: (event: RecordedEvent) => Partial<RecordedEvent>) =>
  problemOfEvents(log.events.map((event) => (event.type === type ? { ...event, ...change(event) } : event)));

const given = { depositId: DEPOSIT, playerId: ALICE };
const completion = { ...given, by: DORA, firstBy: null, note: null, credited: [], kept: [], value: "1000" };
const wanted = { type: "rbx", asset: "RBX", amount: "1000" } as const;
const completed = (over: object = {}, of: object = {}) =>
  depositCompleted({ ...completion, ...over }, { ...wanted, ...of });
const reversed = (over: object = {}) =>
  depositReversed({
    ...{ ...given, by: EMIL, reason: "r", asset: "RBX", taken: "1000", owed: "0", copies: [] },
    ...over,
  });

it("accepts deposits of currencies and items, and their reversals", () => {
  const spent = { from: playerAccount(ALICE), to: house, asset: "RBX", amount: 100_000n } as const;
  const log = logOf(asked, approves(DORA) as Decide<never>);
  const gone: NewEvent = {
    ...banked("0.00"),
    type: "WriterRecovered",
    stream: "log:x",
    postings: move(spent),
  };
  log.append([gone]);
  carriedOut(log, reverses(EMIL) as Decide<never>);
  expect(problemAfter(log)).toBeNull();
  expect(problemAfter(logOf(...twoHats, reverses(EMIL) as Decide<never>))).toBeNull();
});

it("rejects a credit without a request, of another amount or to another player, and a second one", () => {
  const notDue = "A deposit was credited that did not wait for review.";
  expect(problemAfter(logOf(), completed())).toBe(notDue);
  expect(problemAfter(logOf(asked), completed({ playerId: EMIL, by: DORA }))).toBe(notDue);
  expect(problemAfter(logOf(asked), completed(), completed())).toBe(notDue);
  for (const of of [{ amount: "1001" }, { asset: "TIX" }])
    expect(problemAfter(logOf(asked), completed({}, of))).toBe(`DepositCompleted ${MOVED}`);
  expect(problemAfter(logOf(asked), completed())).toBeNull();
});

it("rejects more or fewer items than were requested", () => {
  for (const credited of [[HAT], [HAT, HAT_2, "item:101:9"]] as const) {
    const found = problemWith(logOf(...twoHats), "DepositCompleted", ({ payload }) => ({
      payload: { ...payload, credited },
      postings: credited.flatMap((asset) =>
        move({ from: "platform", to: playerAccount(ALICE), asset, amount: 1n }),
      ),
    }));
    expect(found).toBe(`A deposit of 2 items was credited with ${credited.length}.`);
  }
});

it("rejects approvals by one admin twice, by the player, or after a first one that never was", () => {
  const onTwo = (by: string, firstBy: string) =>
    problemWith(logOf(...twoHats), "DepositCompleted", (event) => ({
      payload: { ...event.payload, by, firstBy },
      alsoIn: [ALICE, firstBy, by].map((id) => `player:${id}` as const),
    }));
  expect(onTwo(EMIL, ROOT)).toBeNull();
  expect(onTwo(EMIL, DORA)).toBe("A deposit names a first approval that does not exist.");
  expect(onTwo(ALICE, ROOT)).toBe(TWICE);
  expect(problemAfter(logOf(asked), completed({ by: ALICE }))).toBe(TWICE);
  expect(onTwo(ROOT, ROOT)).toBe(TWICE);
});

const ONE = "One admin approved a deposit that takes two, above 1500.";
const set = (secondApprovalAbove: string | null) =>
  settingsChanged({ by: ROOT, reason: "r", values: { secondApprovalAbove }, confirmedBy: null });

it("rejects one approval above the threshold of that time, with the sums of player and admin", () => {
  const another = { depositId: "d_2" };
  const ofEmil = requests(rbx("10.00"), { ...another, playerId: EMIL }) as Decide<never>;
  const low = (...steps: readonly Decide<never>[]) => {
    const log = new GivenLog();
    log.append([banked("10000.00"), ...people, catalogued, set("1500")]);
    return carriedOut(log, ...steps);
  };
  expect(problemAfter(low(asked), completed())).toBeNull();
  const log = low(asked);
  log.append([set("999")]);
  expect(problemAfter(log, completed())).toBe(ONE.replace("1500", "999"));
  const again = requests(rbx("10.00"), another) as Decide<never>;
  expect(problemAfter(low(asked, again), completed(), completed({ ...another, by: EMIL }))).toBe(ONE);
  expect(problemAfter(low(asked, ofEmil), completed(), completed({ ...another, playerId: EMIL }))).toBe(ONE);
  const byRoot = completed({ ...another, playerId: EMIL, by: ROOT });
  expect(problemAfter(low(asked, ofEmil), completed(), byRoot)).toBeNull();
});

it("rejects another value, and one approval of copies never seen at their player", () => {
  expect(problemAfter(logOf(asked), completed({ value: "1" }))).toBe("A deposit worth 1000 counts as 1.");
  const alone = problemWith(logOf(...twoHats), "DepositCompleted", ({ payload }) => ({
    payload: { ...payload, firstBy: null },
    alsoIn: [`player:${ALICE}`, `player:${DORA}`],
  }));
  expect(alone).toBe("One admin approved a deposit of copies never seen at its player.");
  const kept = problemWith(logOf(...twoHats), "DepositCompleted", ({ payload }) => ({
    payload: { ...payload, firstBy: null, credited: [], kept: [HAT, HAT_2] },
    alsoIn: [`player:${ALICE}`, `player:${DORA}`],
    postings: [],
  }));
  expect(kept).toBe("A deposit keeps or credits copies that were not where it says.");
});

it("rejects a reversal of what was not credited, of another amount, currency or player", () => {
  const done = () => logOf(asked, approves(DORA) as Decide<never>);
  const notDue = "A deposit was reversed that had not been credited.";
  expect(problemAfter(logOf(asked), reversed())).toBe(notDue);
  expect(problemAfter(done(), reversed({ playerId: EMIL }))).toBe(notDue);
  const another = "A reversal takes another amount than was deposited.";
  for (const over of [{ taken: "999" }, { owed: "1" }, { asset: "TIX" }])
    expect(problemAfter(done(), reversed(over))).toBe(another);
  expect(problemAfter(done(), reversed(), reversed())).toBe(another);
  expect(problemAfter(logOf(...twoHats), reversed())).toBe(another);
  expect(problemAfter(done(), { ...reversed(), postings: [] })).toBe(`DepositReversed ${MOVED}`);
});

it("rejects payments and write-offs of debts that move something else", () => {
  const paid = { depositId: DEPOSIT, asset: "RBX", amount: "5" } as const;
  const off = { ...paid, by: ROOT, reason: "r", confirmedBy: DORA };
  for (const event of [debtPaid(ALICE, paid), debtWrittenOff(ALICE, off)]) {
    const more = move({ from: playerAccount(ALICE), to: house, asset: "RBX", amount: 1n });
    expect(problemAfter(logOf(), { ...event, postings: [...event.postings, ...more] })).toBe(
      `${event.type} ${MOVED}`,
    );
  }
});
