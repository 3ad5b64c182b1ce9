import { describe, expect, it } from "vitest";
import { house, playerAccount } from "#domain/accounts/account.ts";
import { stakesHalted } from "#domain/features/halts/events.ts";
import { coinFlipped } from "#domain/features/house-flips/events.ts";
import { edgeOf } from "#domain/features/house-flips/rules.ts";
import { timeOutBegun } from "#domain/features/responsible-play/events.ts";
import { playerSuspended } from "#domain/features/roles/events.ts";
import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { carriedOut, GivenLog, NOON } from "#domain/testing/given.ts";
import { ALICE, flip, register } from "#domain/testing/players.ts";
import { standInSeeds } from "#domain/testing/seeds.ts";
import { set } from "#domain/testing/settings.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

const STAKE = "12.34";

/** Alice flips a coin, after something else. */
function played(won: boolean, ...before: readonly NewEvent[]): readonly RecordedEvent[] {
  const log = carriedOut(new GivenLog(standInSeeds(() => (won ? "rbx" : "tix"))), register());
  if (before.length > 0) log.append(before);
  return carriedOut(log, flip("rbx", STAKE)).events;
}

/** The problem with a log whose flips were changed, with postings that follow from what they say. */
const problemOf = (events: readonly RecordedEvent[], change: object = {}) =>
  problemOfEvents(
    events.map((event) => {
      if (!coinFlipped.is(event)) return event;
      const payload = { ...event.payload, ...change };
      const amounts = {
        stake: BigInt(payload.stake),
        payout: BigInt(payload.payout),
        edge: BigInt(payload.edge),
      };
      return {
        ...event,
        payload,
        postings: coinFlipped({ ...payload, ...amounts, playerId: ALICE }).postings,
      };
    }),
  );

const PAID_OTHERWISE = "The flip's postings do not match its result.";

describe("a flip against the house", () => {
  it("is accepted, won or lost", () => {
    for (const won of [true, false]) expect(problemOf(played(won))).toBeNull();
  });

  it("pays a winner twice the stake less the edge of the rules, to the minor unit", () => {
    const edge = edgeOf(1_234n);
    for (const kept of [0n, edge - 1n, edge + 1n, 1_234n])
      expect(problemOf(played(true), { payout: String(2_468n - kept), edge: String(kept) })).toBe(
        PAID_OTHERWISE,
      );
    expect(problemOf(played(false), { edge: "1" })).toBe(PAID_OTHERWISE);
  });

  it("grants the experience of its stake, up to the day's most by the settings of its day", () => {
    const granted = (xp: number) =>
      `CoinFlipped grants ${xp} of experience, which is not what the game gives.`;
    for (const xp of [0, 14, 9_999]) expect(problemOf(played(true), { xp })).toBe(granted(xp));
    expect(problemOf(played(true, set({ experienceDayMax: "5" })), { xp: 13 })).toBe(granted(13));
    expect(problemOf(played(true, set({ experienceDayMax: "5" })))).toBeNull();
  });

  it("may be decided shortly before midnight and recorded after it", () => {
    const log = carriedOut(new GivenLog(), register());
    log.append([set({ experienceDayMax: "20" })]);
    log.at = NOON + DAY_MS / 2 - 1_000;
    carriedOut(log, flip("rbx", STAKE), flip("rbx", STAKE));
    const [first, second] = log.events.filter(coinFlipped.is).map(({ payload }) => payload.xp);
    expect([first, second]).toEqual([13, 7]);
    const late = log.events.map((event, at) =>
      at === log.events.length - 1 ? { ...event, recordedAt: event.recordedAt + 2_000 } : event,
    );
    expect(problemOfEvents(late)).toBeNull();
    expect(problemOfEvents(late.slice(0, -1))).toBeNull();
  });
});

describe("a stake", () => {
  /** The problem with a flip after an event that stands where a harmless one did. */
  const problemAfter = (event: NewEvent) => {
    const harmless = set({ chatLevelMin: "2" });
    return problemOf(
      played(true, harmless).map((one) => (one.type === "SettingsChanged" ? { ...one, ...event } : one)),
    );
  };

  it("is within the largest that the settings of its day allow, and not below the least", () => {
    expect(problemAfter(set({ stakeMax: "1234" }))).toBeNull();
    expect(problemAfter(set({ stakeMax: "1233" }))).toBe(
      "A stake of 12.34 was taken, where the largest is 12.33.",
    );
    const least = { stake: "99", payout: String(198n - edgeOf(99n)), edge: String(edgeOf(99n)), xp: 10 };
    expect(problemOf(played(true), least)).toBe("A stake of 0.99 was taken, where the largest is 100000.00.");
    const raised = [...played(true)];
    const later = { ...(raised[0] as RecordedEvent), ...set({ stakeMax: "100" }) };
    expect(problemOf([...raised, later])).toBeNull();
  });

  it("is not taken while stakes are halted, or from somebody suspended or on a break", () => {
    expect(problemAfter(stakesHalted({ reason: "r" }))).toBe("A stake was taken while stakes were halted.");
    expect(problemAfter(playerSuspended(ALICE, { by: "p_root", reason: "r" }))).toBe(
      "A stake of player:p_alice was taken during a suspension.",
    );
    const breakUntil = (until: number) => timeOutBegun({ playerId: ALICE, until });
    expect(problemAfter(breakUntil(NOON + DAY_MS))).toBe(
      'A stake of player:p_alice was taken against "timed_out".',
    );
    expect(problemAfter(breakUntil(NOON + 1_000))).toBeNull();
  });
});

it("money goes only between the player and the house", () => {
  const events = played(true).map((event) =>
    coinFlipped.is(event)
      ? {
          ...event,
          postings: event.postings.map((leg) =>
            leg.account === house ? { ...leg, account: playerAccount("p_thief") } : leg,
          ),
        }
      : event,
  );
  expect(problemOfEvents(events)).toBe(PAID_OTHERWISE);
});
