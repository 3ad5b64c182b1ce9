import { describe, expect, it } from "vitest";
import { elapsedAt } from "../../fairness/crash-curve.ts";
import { BOB, CAROL, published } from "../../testing/coinflips.ts";
import { carriedOut, type GivenLog, given, refusalOf } from "../../testing/given.ts";
import { playerIn } from "../../testing/players.ts";
import {
  bet,
  crashIn,
  flightIn,
  interrupt,
  openCrash,
  settleRound,
  start,
  voidRound,
} from "../../testing/rounds.ts";
import { settingsIn } from "../../testing/settings.ts";
import { logWith, ROUND, TABLE } from "../../testing/user-games.ts";
import { voidFrom } from "../game-tables/deciding-beacon.ts";
import { cashOut, type FlightContext, interruptCrash, payLeaving } from "./cash-out.ts";
import { settleCrash, voidCrash } from "./end.ts";
import type { Flight } from "./flight.ts";
import { INTERRUPTED_AFTER_MS, SETTLES_AFTER_BUST_MS } from "./rules.ts";

const carol = { playerId: CAROL };
type Bets = readonly Parameters<typeof bet>[];

/** A round with these bets that has just started, and ends between 4.00x and 10.00x. */
function running(...bets: Bets): GivenLog {
  const log = carriedOut(logWith("crash"), ...bets.map((one) => bet(...one)));
  log.at = published(openCrash(log).beacon.round);
  carriedOut(
    log,
    start((point) => point > 400 && point < 1_000),
  );
  log.at = openCrash(log).startsAt;
  return log;
}
/** Lets the curve reach a multiplier, and nobody serve the round from then on. @returns the last sign of service */
function strandedAt(log: GivenLog, multiplier: number): number {
  const lastServedAt = openCrash(log).startsAt + elapsedAt(multiplier);
  log.at = lastServedAt + INTERRUPTED_AFTER_MS + 1;
  return lastServedAt;
}
const outOf = (log: GivenLog, seq: number) => openCrash(log).bets[seq]?.out;

describe("an interruption", () => {
  it("is none before the start: no stake comes back before the curve", () => {
    const log = running(["10.00"]);
    const { startsAt } = openCrash(log);
    for (const at of [startsAt - 1, startsAt]) {
      log.at = at;
      expect(refusalOf(log, interrupt(startsAt - 60_000))).toBe("not_interrupted");
    }
    log.at = startsAt + 1;
    expect(refusalOf(log, interrupt(startsAt - 60_000))).toBe("accepted");
  });

  it("pays what left by rule until then, too", () => {
    const log = running(["10.00"], ["20.00", { ...carol, auto: 110 }]);
    const lastServedAt = strandedAt(log, 150);
    given(...log.events)
      .at(log.at)
      .answers(interrupt(lastServedAt), { paid: 2 });
    carriedOut(log, interrupt(lastServedAt));
    expect([outOf(log, 0), outOf(log, 1)]).toMatchObject([
      { at: 150, cause: "interrupted" },
      { at: 110, cause: "auto" },
    ]);
  });

  it("pays bets that were forced off the curve before it, and pays them once", () => {
    const log = running(["40000.00"], ["40000.00", carol]);
    const lastServedAt = strandedAt(log, 300);
    given(...log.events)
      .at(log.at)
      .answers(interrupt(lastServedAt), { paid: 2 });
    carriedOut(log, interrupt(lastServedAt));
    expect([outOf(log, 0)?.cause, outOf(log, 1)?.cause]).toEqual(["forced", "forced"]);
  });

  it("changes nothing where only auto cash-outs wait for their targets", () => {
    const log = running(["20.00", { ...carol, auto: 200 }]);
    expect(refusalOf(log, interrupt(strandedAt(log, 150)))).toBe("nothing_leaves");
  });
});

describe("a command on a crash round that is over", () => {
  const name = { gameId: TABLE, currency: "RBX", roundId: ROUND } as const;
  const contextOf = (log: GivenLog, flight: Flight): FlightContext => ({
    ...{ table: crashIn(log), flight, at: log.at, settings: settingsIn(log) },
    playerOf: (playerId) => playerIn(log, playerId),
  });
  const command = { ...name, playerId: BOB, receivedAt: 0, lastServedAt: 0, clockErrorMs: 0, seed: "" };

  it.each([
    ["a cash-out", cashOut],
    ["a payment of what leaves by rule", payLeaving],
    ["an interruption", interruptCrash],
    ["its settlement", settleCrash],
    ["its void", voidCrash],
  ] as const)("is refused, without a running round and in the next one: %s", (_what, decide) => {
    const log = running(["10.00"]);
    const flight = flightIn(log);
    log.at = flight.bustsAt + SETTLES_AFTER_BUST_MS;
    carriedOut(log, settleRound());
    const refused = { refused: { code: "round_ended" } };
    expect(decide(command, contextOf(log, flight))).toMatchObject(refused);
    carriedOut(log, bet("1.00", { roundId: "round_2" }));
    expect(decide(command, contextOf(log, flight))).toMatchObject(refused);
  });
});

it("a round starts within a day of its beacon or is void: knowing the result gives no choice", () => {
  const log = logWith("crash");
  carriedOut(log, bet("10.00"));
  log.at = voidFrom(openCrash(log).beacon) - 1;
  expect([
    refusalOf(
      log,
      start(() => true),
    ),
    refusalOf(log, voidRound()),
  ]).toEqual(["accepted", "too_early"]);
  log.at += 1;
  expect([
    refusalOf(
      log,
      start(() => true),
    ),
    refusalOf(log, voidRound()),
  ]).toEqual(["void", "accepted"]);
});
