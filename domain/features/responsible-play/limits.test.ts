import { describe, expect, it } from "vitest";
import type { NewEvent } from "../../kernel/events/event.ts";
import { type Minor, minor } from "../../kernel/money.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";
import { approves, claims, DORA, hats, people, rbx, rejects, requests } from "../../testing/deposits.ts";
import { carriedOut, type Decide, GivenLog, given, NOON, refusalOf } from "../../testing/given.ts";
import { catalogued } from "../../testing/items.ts";
import { ALICE, flip, playerIn, registered } from "../../testing/players.ts";

import {
  acknowledgeRealityCheck,
  endExclusion,
  excludeOneself,
  monthsLater,
  setRealityCheck,
  takeTimeOut,
} from "./breaks.ts";
import {
  ageRefused,
  limitLowered,
  limitRaiseAsked,
  limitRaiseConfirmed,
  limitRaiseWithdrawn,
  limitReached,
  limitsReviewed,
  realityCheckAcknowledged,
  realityCheckSet,
  selfExclusionBegun,
  selfExclusionEndAsked,
  timeOutBegun,
} from "./events.ts";
import {
  confirmRaise,
  type LimitOutcome,
  noteLimitReached,
  reviewLimits,
  setLimit,
  withdrawRaise,
} from "./limits.ts";
import { responsiblePlayOf } from "./play.ts";
import { REVIEW_EVERY_MS } from "./rules.ts";
import { responsiblePlayAt } from "./view.ts";

const name = { playerId: ALICE, kind: "loss", window: "day" } as const;
const contextOf = (log: Parameters<Decide<never>>[0]) => ({ player: playerIn(log), at: log.at });
const set =
  (amount: Minor | null): Decide<LimitOutcome> =>
  (log) =>
    setLimit(name, amount, contextOf(log));
const confirm: Decide<LimitOutcome> = (log) => confirmRaise(name, contextOf(log));
const withdraw: Decide<LimitOutcome> = (log) => withdrawRaise(name, contextOf(log));

const lowered = (amount: string): NewEvent => limitLowered({ ...name, amount });
const asked = (amount: string | null, from = NOON + DAY_MS): NewEvent =>
  limitRaiseAsked({ ...name, amount, from });

const look: Decide<{ readonly dueAt: string }> = (log) => reviewLimits(ALICE, contextOf(log));

describe("the six-monthly review of limits", () => {
  it("is due six months after the player registered, changed a limit or reviewed them", () => {
    const log = new GivenLog();
    for (const next of [registered(), lowered("10000"), limitsReviewed({ playerId: ALICE })]) {
      log.append([next]);
      log.at += REVIEW_EVERY_MS - 1;
      expect(refusalOf(log, look)).toBe("no_review_due");
      log.at += 1;
      expect(refusalOf(log, look)).toBe("accepted");
    }
  });

  it("is an event, and keeps the limits", () => {
    const log = new GivenLog();
    log.append([registered(), lowered("10000")]);
    log.at += REVIEW_EVERY_MS;
    const before = responsiblePlayOf.of(playerIn(log)).rules.limits;
    const dueAt = new Date(log.at + REVIEW_EVERY_MS).toISOString();
    expect(look(log)).toMatchObject({ answer: { dueAt } });
    carriedOut(log, look);
    expect(log.events.at(-1)).toMatchObject(limitsReviewed({ playerId: ALICE }));
    expect(responsiblePlayOf.of(playerIn(log)).rules.limits).toEqual(before);
    expect(responsiblePlayAt(responsiblePlayOf.of(playerIn(log)), log.at).review).toEqual({
      dueAt,
      isDue: false,
    });
  });
});

describe("a limit", () => {
  it("of a stake is by bet, and one of anything else by time", () => {
    const limit = (kind: "stake" | "loss", window: "bet" | "day") => (log: GivenLog) =>
      setLimit({ playerId: ALICE, kind, window }, 100n, contextOf(log));
    for (const wrong of [limit("stake", "day"), limit("loss", "bet")])
      given(registered()).refuses(wrong, "unknown_limit");
  });

  it("that was reached is recorded with its amount, and only if there is one", () => {
    const note: Decide<{ readonly playerId: string }> = (log) => noteLimitReached(name, contextOf(log));
    given(registered(), lowered("10000"))
      .when(note)
      .then(limitReached({ ...name, amount: "10000" }));
    given(registered()).when(note).refused("no_limit");
  });

  it("applies at once when it is set or lowered, and ends a pending increase", () => {
    given(registered())
      .when(set(minor("100.00")))
      .then(lowered("10000"));
    given(registered(), lowered("10000"), asked("20000"))
      .when(set(minor("50.00")))
      .then(lowered("5000"));
    given(registered(), lowered("10000"), asked("20000"))
      .when(set(minor("100.00")))
      .then(lowered("10000"));
  });

  it("is raised, or removed, only after a day and a second confirmation", () => {
    const low = [registered(), lowered("10000")];
    given(...low)
      .when(set(minor("100.01")))
      .then(asked("10001"));
    given(...low)
      .when(set(null))
      .then(asked(null));
    const waiting = [...low, asked(null)];
    given(...waiting)
      .at(NOON + DAY_MS - 1)
      .refuses(confirm, "raise_not_due");
    given(...waiting)
      .at(NOON + DAY_MS)
      .when(confirm)
      .then(limitRaiseConfirmed({ ...name, amount: null }));
    given(...waiting)
      .at(NOON + 8 * DAY_MS - 1)
      .when(confirm)
      .then(limitRaiseConfirmed({ ...name, amount: null }));
    given(...waiting)
      .at(NOON + 8 * DAY_MS)
      .refuses(confirm, "raise_lapsed");
  });

  it("is shown with its pending increase, for as long as that can be confirmed", () => {
    const log = new GivenLog();
    log.append([registered(), lowered("10000"), asked("20000")]);
    const shownAt = (at: number) =>
      responsiblePlayAt(responsiblePlayOf.of(playerIn(log)), at).limits.find(
        ({ kind, window }) => kind === name.kind && window === name.window,
      );
    const from = new Date(NOON + DAY_MS).toISOString();
    expect(shownAt(NOON + 8 * DAY_MS - 1)?.pending).toEqual({ amount: "200.00", from });
    expect(shownAt(NOON + 8 * DAY_MS)).toMatchObject({ amount: "100.00", pending: null });
  });

  it("cannot be removed if there is none, nor confirmed without a request", () => {
    given(registered()).when(set(null)).refused("no_limit");
    given(registered(), lowered("10000")).when(confirm).refused("no_raise");
    given(registered(), lowered("10000")).when(withdraw).refused("no_raise");
  });

  it("stays as it is when an increase is withdrawn", () => {
    const waiting = [registered(), lowered("10000"), asked("20000")];
    given(...waiting)
      .when(withdraw)
      .then(limitRaiseWithdrawn(name));
    given(...waiting, limitRaiseWithdrawn(name))
      .at(NOON + 2 * DAY_MS)
      .refuses(confirm, "no_raise");
  });

  it("of deposits counts pending and credited ones, and frees rejected ones", () => {
    const ofDeposits = limitLowered({ ...name, kind: "deposit", amount: "10000" });
    given(registered(), ofDeposits).refuses(requests(rbx("100.01")), "limit_reached");
    const log = new GivenLog();
    log.append([...people, ofDeposits]);
    carriedOut(log, requests(rbx("100.00")));
    const more = requests(rbx("1.00"), { depositId: "d_2" });
    expect(refusalOf(log, more)).toBe("limit_reached");
    const credited = new GivenLog();
    credited.append(log.events);
    carriedOut(credited, claims(DORA), approves(DORA));
    expect(refusalOf(credited, more)).toBe("limit_reached");
    carriedOut(log, claims(DORA), rejects(DORA));
    expect(refusalOf(log, more)).toBe("accepted");
  });

  it.each<[rule: string, since: NewEvent]>([
    ["lowered their limit", limitLowered({ ...name, kind: "deposit", amount: "9999" })],
    ["begun a break", timeOutBegun({ playerId: ALICE, until: NOON + DAY_MS })],
    ["excluded themselves", selfExclusionBegun({ playerId: ALICE, until: null })],
    ["turned out to be under age", ageRefused({ playerId: ALICE, by: "provider" })],
  ])(
    "of deposits apply when an amount is credited, if its player has %s since, and items stay theirs",
    (_, since) => {
      const log = new GivenLog();
      log.append(people);
      carriedOut(log, requests(rbx("100.00")), claims(DORA));
      log.append([since]);
      expect(refusalOf(log, approves(DORA))).toBe("depositor_barred");
      const items = new GivenLog();
      items.append([...people, catalogued]);
      carriedOut(items, requests(hats(1)), claims(DORA));
      items.append([since]);
      expect(refusalOf(items, approves(DORA, { instances: ["7"] }))).toBe("accepted");
    },
  );
});

describe("a break", () => {
  const timeOut =
    (hours: number): Decide<{ readonly until: string }> =>
    (log) =>
      takeTimeOut({ playerId: ALICE, hours }, contextOf(log));
  const exclude =
    (months: number | null): Decide<{ readonly until: string | null }> =>
    (log) =>
      excludeOneself({ playerId: ALICE, months }, contextOf(log));
  const end: Decide<{ readonly from: string }> = (log) => endExclusion(ALICE, contextOf(log));

  it("can only become longer", () => {
    const begun = timeOutBegun({ playerId: ALICE, until: NOON + 168 * HOUR_MS });
    given(registered(), begun).when(timeOut(24)).refused("only_longer");
    given(registered(), begun).when(timeOut(168)).then(begun);
    given(registered(), begun)
      .when(timeOut(720))
      .then(timeOutBegun({ playerId: ALICE, until: NOON + 720 * HOUR_MS }));
    given(registered())
      .when(exclude(6))
      .then(selfExclusionBegun({ playerId: ALICE, until: monthsLater(NOON, 6) }));
    const excluded = selfExclusionBegun({ playerId: ALICE, until: monthsLater(NOON, 12) });
    given(registered(), excluded)
      .when(exclude(6))
      .refused(
        "only_longer",
        "Your exclusion lasts until 2027-01-01T12:00:00.000Z: it can only become longer.",
      );
    given(registered(), excluded)
      .when(exclude(null))
      .then(selfExclusionBegun({ playerId: ALICE, until: null }));
    given(registered(), selfExclusionBegun({ playerId: ALICE, until: null }))
      .when(exclude(60))
      .refused("only_longer", "Your exclusion lasts for ever: it can only become longer.");
  });

  it("that is over leaves the next one to the player, and one of equal length changes nothing", () => {
    const until = monthsLater(NOON, 12);
    const excluded = [registered(), selfExclusionBegun({ playerId: ALICE, until })];
    given(...excluded)
      .when(exclude(12))
      .then(selfExclusionBegun({ playerId: ALICE, until }));
    given(...excluded)
      .at(until)
      .when(exclude(6))
      .then(selfExclusionBegun({ playerId: ALICE, until: monthsLater(until, 6) }));
    given(...excluded)
      .at(until - 1)
      .answers(exclude(null), { until: null });
  });

  it("is for players only, as are limits and reality checks", () => {
    const every15: Decide<{ readonly everyMinutes: number }> = (log) =>
      setRealityCheck({ playerId: ALICE, everyMinutes: 15 }, contextOf(log));
    const answer: Decide<{ readonly nextInMinutes: number }> = (log) =>
      acknowledgeRealityCheck(ALICE, contextOf(log));
    const reached: Decide<{ readonly playerId: string }> = (log) => noteLimitReached(name, contextOf(log));
    const limits = [set(100n), confirm, withdraw, look, reached];
    for (const decide of [timeOut(24), exclude(6), end, every15, answer, ...limits])
      given().refuses(decide, "unknown_player");
  });

  it("ends on request, once it is over and not before", () => {
    const until = monthsLater(NOON, 6);
    const excluded = [registered(), selfExclusionBegun({ playerId: ALICE, until })];
    given(...excluded)
      .at(until - 1)
      .refuses(end, "exclusion_goes_on");
    const ended = selfExclusionEndAsked({ playerId: ALICE, from: until + DAY_MS });
    given(...excluded)
      .at(until)
      .when(end)
      .then(ended);
    given(...excluded, ended)
      .at(until)
      .refuses(end, "end_asked");
    given(registered()).when(end).refused("not_excluded");
    given(registered(), selfExclusionBegun({ playerId: ALICE, until: null }))
      .when(end)
      .refused("exclusion_goes_on");
  });

  it("of months ends on the same day, or the last of a shorter month", () => {
    const day = (text: string) => Date.parse(`${text}T08:00:00.000Z`);
    expect(monthsLater(day("2026-08-31"), 6)).toBe(day("2027-02-28"));
    expect(monthsLater(day("2026-01-15"), 60)).toBe(day("2031-01-15"));
  });
});

describe("a reality check", () => {
  it("cannot be answered before it is due", () => {
    given(registered()).refuses((log) => acknowledgeRealityCheck(ALICE, contextOf(log)), "no_check_due");
  });

  it("is answered once it is due, and the next one is due an interval later", () => {
    const log = new GivenLog();
    const every15 = (now: GivenLog) => setRealityCheck({ playerId: ALICE, everyMinutes: 15 }, contextOf(now));
    log.append([registered()]);
    carriedOut(log, every15, flip("rbx", "1.00"));
    const answer: Decide<{ readonly nextInMinutes: number }> = (now) =>
      acknowledgeRealityCheck(ALICE, contextOf(now));
    log.at = NOON + 15 * MINUTE_MS - 1;
    expect(refusalOf(log, answer)).toBe("no_check_due");
    log.at += 1;
    expect(refusalOf(log, flip("rbx", "1.00"))).toBe("reality_check_due");
    carriedOut(log, answer);
    expect(log.events.at(-1)).toMatchObject({
      type: "RealityCheckAcknowledged",
      payload: { playerId: ALICE },
    });
    expect(refusalOf(log, answer)).toBe("no_check_due");
    expect(refusalOf(log, flip("rbx", "1.00"))).toBe("accepted");
  });

  it("is not postponed by a longer interval once it is due", () => {
    const log = new GivenLog();
    log.append([registered(), realityCheckSet({ playerId: ALICE, everyMinutes: 15 })]);
    carriedOut(log, flip("rbx", "1.00"));
    const every =
      (everyMinutes: number): Decide<{ readonly everyMinutes: number }> =>
      (now) =>
        setRealityCheck({ playerId: ALICE, everyMinutes }, contextOf(now));
    log.at = NOON + 15 * MINUTE_MS - 1;
    expect(refusalOf(log, every(60))).toBe("accepted");
    log.at += 1;
    expect(refusalOf(log, every(60))).toBe("reality_check_due");
    expect(refusalOf(log, every(15))).toBe("accepted");
    log.append([realityCheckAcknowledged({ playerId: ALICE })]);
    expect(refusalOf(log, every(60))).toBe("accepted");
  });
});
