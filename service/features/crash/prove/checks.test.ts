import { expect, it } from "vitest";
import { elapsedAt } from "#domain/fairness/crash-curve.ts";
import { crashRoundOpened } from "#domain/features/crash/events.ts";
import { CASH_OUT_WRITTEN_WITHIN_MS, SETTLES_AFTER_BUST_MS } from "#domain/features/crash/rules.ts";
import { VOID_AFTER_MS } from "#domain/features/game-tables/rules.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import { BOB, CAROL } from "#domain/testing/coinflips.ts";
import { GivenLog, NOON } from "#domain/testing/given.ts";
import { ALICE, banked } from "#domain/testing/players.ts";
import {
  bet,
  flightIn,
  interrupt,
  leave,
  openCrash,
  payDue,
  settleRound,
  voidRound,
} from "#domain/testing/rounds.ts";
import { set } from "#domain/testing/settings.ts";
import { create, DAVE, logWith, rich } from "#domain/testing/user-games.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";
import { follow, startSigned } from "#service/lab/testing/rounds/signed-rounds.ts";

const carol = { playerId: CAROL, auto: 150 };
const dave = { playerId: DAVE };

/** A running round that reaches at least 3.00x: the second in which it opens determines its point. */
async function running(least = 300): Promise<GivenLog> {
  for (let second = 0; ; second += 1) {
    const log = logWith("crash");
    log.at += second * 1_000;
    follow(log, bet("10.00"), bet("20.00", carol), bet("5.00", dave));
    if ((await startSigned(log)) >= least) return log;
  }
}
const reach = (log: GivenLog, multiplier: number): void => {
  log.at = openCrash(log).startsAt + elapsedAt(multiplier);
};
const end = (log: GivenLog): void => {
  log.at = flightIn(log).bustsAt + SETTLES_AFTER_BUST_MS;
  follow(log, settleRound());
};
/** Bob leaves at 2.00x, carol by her target, and dave stays. */
async function played(): Promise<GivenLog> {
  const log = await running();
  reach(log, 200);
  follow(log, payDue(), leave(BOB));
  end(log);
  return log;
}

type Change = (payload: JsonObject) => JsonObject;
/** The check's problem with a log in which events of a type were changed or removed. */
const problemOf = (log: GivenLog, type: string, changed: Change | null, at: Partial<RecordedEvent> = {}) =>
  problemOfEvents(
    log.events.flatMap((event) => {
      if (event.type !== type) return [event];
      return changed === null
        ? []
        : [{ ...event, ...at, payload: { ...event.payload, ...changed(event.payload) } }];
    }),
  );

it("accepts rounds that were played, forced, interrupted and voided, one after the other", async () => {
  const log = await played();
  follow(log, bet("10.00"), bet("5.00", dave));
  await startSigned(log);
  log.at = openCrash(log).startsAt + 5_000;
  follow(log, interrupt(openCrash(log).startsAt - 100));
  end(log);
  follow(log, bet("1.00"));
  log.at += VOID_AFTER_MS + 60_000;
  follow(log, voidRound());
  expect(problemOfEvents(log.events)).toBeNull();
});

it("accepts the experience of the day on which a round ended, after another process was hours ahead", async () => {
  const log = logWith("crash");
  log.append([set({ experienceDayMax: "15" })]);
  log.at = NOON + 11.5 * HOUR_MS;
  const begin = async (): Promise<void> => {
    follow(log, bet("5.00", dave));
    await startSigned(log);
  };
  await begin();
  end(log);
  await begin();
  log.at = flightIn(log).bustsAt + SETTLES_AFTER_BUST_MS;
  const settled = settleRound()(log);
  log.at += 2 * HOUR_MS;
  log.accept(settled);
  const granted = log.events.flatMap(({ type, payload }) => (type === "CrashBetLost" ? [payload.xp] : []));
  expect(granted).toEqual([12, 3]);
  expect(problemOfEvents(log.events)).toBeNull();
  expect(problemOf(log, "CrashBetLost", () => ({ xp: 13 }))).toMatch(/grants 13 of experience/);
});

it("accepts a round in which the cap forced everybody out", async () => {
  for (let second = 0; ; second += 1) {
    const log = logWith("crash");
    log.at += second * 1_000;
    follow(log, bet("90000.00"), bet("5000.00", dave));
    if ((await startSigned(log)) < 300) continue;
    reach(log, 250);
    follow(log, payDue());
    end(log);
    expect(problemOfEvents(log.events)).toBeNull();
    const earlier: Change = ({ at }) => ({ at: Number(at) - 1 });
    expect(problemOf(log, "CrashCashedOut", earlier)).not.toBeNull();
    return;
  }
});

it("rejects a point that does not follow from seed and beacon, and a seed of another round", async () => {
  const log = await played();
  expect(problemOf(log, "CrashRoundSettled", () => ({ point: 201 }))).toMatch(
    /^The round says that it ended at 201 hundredths, but seed and beacon give/,
  );
  expect(problemOf(log, "CrashRoundSettled", () => ({ seed: "00".repeat(32) }))).toBe(
    "The seed revealed is not the link that the round committed to.",
  );
  expect(problemOf(log, "CrashRoundStarted", () => ({ signature: "ab".repeat(48) }))).toMatch(
    /is not signed by the key of its chain/,
  );
});

it("rejects a bet that was paid by another rule than its own, or twice", async () => {
  const log = await played();
  const ofBob =
    (changed: JsonObject): Change =>
    ({ cause }) =>
      cause === "manual" ? changed : {};
  const received = log.events.find(({ payload: { cause } }) => cause === "manual")?.payload.receivedAt;
  expect(problemOf(log, "CrashCashedOut", ofBob({ receivedAt: Number(received) - 500 }))).toBe(
    'A bet left at 200 hundredths by the rule "manual", which is not what it gives.',
  );
  const late = { recordedAt: Number(received) + CASH_OUT_WRITTEN_WITHIN_MS + 1 };
  expect(problemOf(log, "CrashCashedOut", () => ({}), late)).toBe(
    'A bet left at 200 hundredths by the rule "manual", which is not what it gives.',
  );
  expect(problemOf(log, "CrashCashedOut", ofBob({ cause: "auto", receivedAt: null }))).toMatch(
    /by the rule "auto"/,
  );
  expect(problemOf(log, "CrashCashedOut", ofBob({ cause: "forced", receivedAt: null }))).toMatch(
    /by the rule "forced"/,
  );
  expect(problemOf(log, "CrashCashedOut", ofBob({ cause: "interrupted" }))).toMatch(
    /by the rule "interrupted"/,
  );
  expect(problemOf(log, "CrashCashedOut", ofBob({ at: 201 }))).toBe(
    "A bet that left at 201 hundredths was paid 2000.",
  );
  expect(problemOf(log, "CrashCashedOut", ofBob({ seq: 1 }))).toBe(
    "A bet left a round in which it was not open.",
  );
});

it("rejects an unpaid target that was reached, and a bet lost before the bust", async () => {
  const log = await played();
  const early = log.events.filter(({ type }) => type !== "CrashCashedOut");
  expect(problemOfEvents(early)).toBe("A bet that left by rule was not paid.");
  expect(problemOf(log, "CrashRoundSettled", () => ({}), { recordedAt: openedAt(log) })).toBe(
    "Bets were lost before the bust.",
  );
  expect(problemOf(log, "CrashBetLost", () => ({ betId: "other" }))).toBe(
    "CrashBetLost does not match the round's outcome.",
  );
});
const openedAt = (log: GivenLog): number =>
  log.events.find(({ type }) => type === "CrashRoundOpened")?.recordedAt ?? 0;

it("rejects a start a day after the beacon, when the round was void", async () => {
  const log = await running();
  const { recordedAt = 0 } = log.events.find(({ type }) => type === "CrashRoundStarted") ?? {};
  const late = { recordedAt: recordedAt + VOID_AFTER_MS + 60_000 };
  expect(problemOf(log, "CrashRoundStarted", () => ({}), late)).toBe(
    "A round continued a day after its beacon, when it was void.",
  );
});

it("rejects a share or a rest that does not follow from the bets", async () => {
  const log = await played();
  for (const changed of [{ share: "0" }, { returned: "1" }, { volume: "1" }, { carried: "9" }])
    expect(problemOf(log, "CrashRoundSettled", () => changed)).toMatch(/^The round gave the creator/);
});

it("rejects a cap above what the bank may risk by the settings of its day", () => {
  const log = new GivenLog();
  log.append([banked("10000000.00"), ...rich(ALICE, BOB)]);
  follow(log, create("crash"), bet("1.00"));
  expect(problemOfEvents(log.events)).toBeNull();
  const capped = (cap: string) =>
    problemOfEvents(
      log.events.map((event) => {
        if (!crashRoundOpened.is(event)) return event;
        const { postings, payload } = crashRoundOpened({ ...event.payload, cap });
        return { ...event, postings, payload };
      }),
    );
  const { cap } = openCrash(log);
  expect(capped(String(BigInt(cap) + 1n))).toBe(
    `The house risks ${BigInt(cap) + 1n} by a round, where it may risk ${cap}.`,
  );
  const risky = log.events.flatMap((event) =>
    event.type === "UserGameCreated" ? [{ ...event, ...set({ bankRisk: "50" }) }, event] : [event],
  );
  expect(problemOfEvents(risky)).toMatch(/where it may risk 5000000\.$/);
});

it("rejects a second bet of a player, a bet above the cap, and a start ahead of the plan", async () => {
  const log = await played();
  const again = log.events.flatMap((event) => (event.type === "CrashBetPlaced" ? [event, event] : [event]));
  expect(problemOfEvents(again)).toBe("A bet is out of order, or its player's second.");
  expect(problemOf(log, "CrashRoundOpened", () => ({ cap: "100" }))).toMatch(
    /moves something else than it says/,
  );
  expect(problemOf(log, "CrashRoundStarted", ({ startsAt }) => ({ startsAt: Number(startsAt) - 1 }))).toBe(
    "The curve starts before its planned start.",
  );
  expect(problemOf(log, "CrashRoundOpened", ({ startsAt }) => ({ startsAt: Number(startsAt) + 1 }))).toBe(
    "The curve is not planned to start a second after its beacon.",
  );
});

it("rejects a void of a running round, and one before its time", () => {
  const log = logWith("crash");
  follow(log, bet("1.00"));
  const opened = log.at;
  log.at += VOID_AFTER_MS + 60_000;
  follow(log, voidRound());
  expect(problemOf(log, "CrashRoundVoided", () => ({}), { recordedAt: opened })).toBe(
    "A round was voided that could still be played.",
  );
});
