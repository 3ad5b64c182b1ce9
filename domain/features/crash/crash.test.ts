import { describe, expect, it } from "vitest";
import { house, playerAccount } from "../../accounts/account.ts";
import { elapsedAt, multiplierAt } from "../../fairness/crash-curve.ts";
import { BOB, CAROL, published } from "../../testing/coinflips.ts";
import { carriedOut, type GivenLog, given, refusalOf } from "../../testing/given.ts";
import { ALICE, playerIn } from "../../testing/players.ts";
import {
  bet,
  crashIn,
  flightIn,
  interrupt,
  leave,
  openCrash,
  payDue,
  seedOfRound,
  settleRound,
  start,
  voidRound,
} from "../../testing/rounds.ts";
import { change, DAVE, held, logWith, ROUND, terminalOfTable } from "../../testing/user-games.ts";
import { roundEscrow } from "../game-tables/table.ts";
import { experience } from "../players/experience.ts";
import { creatorShareAccount } from "../user-games/share.ts";
import { crashBetPlaced } from "./events.ts";
import { forceOf } from "./exposure.ts";
import { flightOf, multiplierOf } from "./flight.ts";
import { BETS_MAX, INTERRUPTED_AFTER_MS, SETTLES_AFTER_BUST_MS } from "./rules.ts";
import { crashPhase } from "./table.ts";

const carol = { playerId: CAROL };
const dave = { playerId: DAVE };
const escrow = roundEscrow(ROUND);
/** The house puts 1 % of its 10,000,000.00 into a round. */
const CAP = 10_000_000n;
const far = (point: number) => point > 400 && point < 1_000;
const near = (point: number) => point > 150 && point < 200;

type Bets = readonly Parameters<typeof bet>[];
const TWO: Bets = [["10.00"], ["20.00", { ...carol, auto: 200 }]];

/** A round that takes bets. */
const betting = (bets: Bets = TWO): GivenLog => {
  const log = logWith("crash");
  return carriedOut(log, ...bets.map((one) => bet(...one)));
};
/** A round that has just started, and ends at a point like this. */
const running = (isWanted: (point: number) => boolean = far, bets: Bets = TWO): GivenLog => {
  const log = betting(bets);
  log.at = published(openCrash(log).beacon.round);
  carriedOut(log, start(isWanted));
  log.at = openCrash(log).startsAt;
  return log;
};
/** Lets the curve reach a multiplier. */
const reach = (log: GivenLog, multiplier: number): void => {
  log.at = openCrash(log).startsAt + elapsedAt(multiplier);
};
const settleAll = (log: GivenLog): void => {
  log.at = flightIn(log).bustsAt + SETTLES_AFTER_BUST_MS;
  carriedOut(log, settleRound());
};
const outOf = (log: GivenLog, seq: number) => openCrash(log).bets[seq]?.out;

describe("betting on a crash round", () => {
  it("opens it with the next link and a fixed beacon, and takes the house's cap into its escrow", () => {
    const log = betting([["10.00"]]);
    expect(log.events.slice(-2)).toMatchObject([
      {
        type: "CrashRoundOpened",
        payload: {
          number: 1,
          chain: 1,
          link: 1,
          commitment: terminalOfTable("RBX"),
          cap: String(CAP),
          edge: 500,
        },
      },
      { type: "CrashBetPlaced", alsoIn: ["player:p_bob"], payload: { seq: 0, stake: "1000", auto: null } },
    ]);
    expect(held(log, escrow)).toBe(CAP + 1_000n);
    const { beacon, startsAt } = openCrash(log);
    expect(beacon.closesAt - log.at).toBeGreaterThanOrEqual(8_000);
    expect([published(beacon.round) - beacon.closesAt, startsAt - published(beacon.round)]).toEqual([
      2_500, 1_000,
    ]);
  });

  it("is possible once a round for each player", () => {
    const log = betting();
    expect(refusalOf(log, bet("1.00"))).toBe("already_bet");
    expect(refusalOf(log, bet("1.00", dave))).toBe("accepted");
  });

  it("ends with the window: by the clock, by any sight of the beacon, and by the start", () => {
    const log = betting();
    const { beacon } = openCrash(log);
    expect(refusalOf(log, bet("1.00", { ...dave, newestRound: beacon.round }))).toBe("round_closed");
    log.at = beacon.closesAt - 1;
    expect(refusalOf(log, bet("1.00", dave))).toBe("accepted");
    log.at = beacon.closesAt;
    expect(refusalOf(log, bet("1.00", dave))).toBe("round_closed");
    // A clock that is set back does not reopen it.
    const started = running();
    started.at = openCrash(started).beacon.closesAt - 1;
    expect(refusalOf(started, bet("1.00", dave))).toBe("round_closed");
  });

  it(`takes ${BETS_MAX} bets`, () => {
    const log = betting();
    const placed = (seq: number) =>
      crashBetPlaced({
        currency: "RBX",
        gameId: "0193e3f0-0000-7000-8000-0000000000a1",
        roundId: ROUND,
        betId: `b${seq}`,
        playerId: `p_${seq}`,
        seq,
        stake: "1",
        auto: null,
      });
    log.append(Array.from({ length: BETS_MAX - 2 }, (_, i) => placed(i + 2)));
    given(...log.events).refuses(bet("1.00", dave), "round_closed", "This round is full.");
  });

  it.each([100, 100.5, 150.5, 1_000_001, Number.NaN, -1])(
    "refuses an auto cash-out of %d hundredths",
    (auto) => {
      expect(refusalOf(logWith("crash"), bet("1.00", { auto }))).toBe("invalid_auto_cash_out");
    },
  );

  it("is refused where a round would need a link and the chain has none left", () => {
    expect(refusalOf(logWith("crash"), bet("10.00", { isExhausted: true }))).toBe("round_closed");
    expect(refusalOf(betting(), bet("10.00", { ...dave, isExhausted: true }))).toBe("accepted");
  });

  it("is refused while the clock may be off by more than 25 ms", () => {
    const log = logWith("crash");
    expect(refusalOf(log, bet("1.00", { clockErrorMs: 25 }))).toBe("accepted");
    expect(refusalOf(log, bet("1.00", { clockErrorMs: 26 }))).toBe("clock_unsure");
  });

  it("is closed to the creator, and while the game is paused; a round under way is finished by its own terms", () => {
    const log = betting();
    expect(refusalOf(log, bet("1.00", { playerId: ALICE }))).toBe("own_game");
    carriedOut(log, change({ edge: 5_000, isActive: false }));
    expect(refusalOf(log, bet("1.00", dave))).toBe("game_inactive");
    expect(openCrash(log).terms).toMatchObject({ edge: 500, version: 1 });
    log.at = published(openCrash(log).beacon.round);
    carriedOut(log, start(far));
    // The point uses the edge with which the round opened.
    const round = openCrash(log);
    const other = { ...round, terms: { ...round.terms, edge: 5_000 } };
    expect(flightOf(other, seedOfRound("RBX", round)).point).toBeLessThan(flightIn(log).point);
    settleAll(log);
    expect(held(log, creatorShareAccount(ALICE))).toBe(150n);
  });
});

it("is refused if the rules differ from those that the player saw", () => {
  const log = logWith("crash");
  carriedOut(log, change({ edge: 1_000 }));
  expect(refusalOf(log, bet("1.00", { seenVersion: 1 }))).toBe("game_changed");
  carriedOut(log, bet("1.00", { seenVersion: 2 }), change({ edge: 5_000 }));
  // The open round keeps the rules that it began with.
  expect(refusalOf(log, bet("1.00", { ...carol, seenVersion: 3 }))).toBe("game_changed");
  expect(refusalOf(log, bet("1.00", { ...carol, seenVersion: 2 }))).toBe("accepted");
});

describe("the bank behind a crash round", () => {
  it("takes stakes while they and the creator's share of them are within the cap", () => {
    const log = logWith("crash", { maxBet: "9999999999" });
    // 95,238.09 and a share of 4,761.91 are 100,000.00.
    expect(refusalOf(log, bet(9_523_810n))).toBe("bank_limit");
    carriedOut(log, bet(9_523_809n));
    expect(forceOf(openCrash(log))).toBeGreaterThanOrEqual(200);
    given(...log.events)
      .when(bet("0.01", carol))
      .refused("bank_limit", "The house takes no RBX stakes at the moment: the largest is 0.00.");
  });

  it("lends each further round less, because the cap has left the bank", () => {
    const log = betting([["10.00"]]);
    expect(held(log, house)).toBe(1_000_000_000n - CAP);
    settleNow(log);
    carriedOut(log, bet("10.00", { roundId: "round_2" }));
    expect(openCrash(log).cap).not.toBe(String(CAP));
  });

  const settleNow = (log: GivenLog) => {
    log.at = published(openCrash(log).beacon.round);
    carriedOut(log, start(near));
    settleAll(log);
  };
});

describe("the start of a crash round", () => {
  it("waits for the end of bets, and takes only its own beacon", () => {
    const log = betting();
    const { beacon, startsAt } = openCrash(log);
    log.at = beacon.closesAt - 1;
    expect(refusalOf(log, start(far))).toBe("too_early");
    log.at = beacon.closesAt;
    expect(refusalOf(log, start(far, { chainHash: "00".repeat(32) }))).toBe("other_beacon");
    expect(refusalOf(log, start(far, { round: beacon.round + 1 }))).toBe("other_beacon");
    const open = openCrash(log);
    expect([beacon.closesAt - 1, beacon.closesAt].map((at) => crashPhase(open, at))).toEqual([
      "betting",
      "locked",
    ]);
    carriedOut(log, start(far));
    expect(openCrash(log).startsAt).toBe(startsAt);
    expect(crashPhase(openCrash(log), startsAt - 1)).toBe("locked");
    expect(crashPhase(openCrash(log), startsAt)).toBe("running");
    expect(refusalOf(log, start(far))).toBe("started_already");
  });

  it("is announced 700 ms before, however late the beacon comes", () => {
    const log = betting();
    log.at = openCrash(log).startsAt + 60_000;
    carriedOut(log, start(far));
    expect(openCrash(log).startsAt).toBe(log.at + 700);
  });

  it("publishes no secret: neither seed nor point is in any event before the end", () => {
    const log = running();
    reach(log, 150);
    carriedOut(log, leave());
    const { seed, digest } = flightIn(log);
    const text = JSON.stringify(log.events.map(({ payload }) => payload));
    expect(text).not.toContain(seed);
    expect(text).not.toContain(digest);
    expect(text).not.toContain('"point"');
    settleAll(log);
    expect(log.events.findLast(({ type }) => type === "CrashRoundSettled")?.payload.seed).toBe(seed);
  });
});

describe("cashing out", () => {
  it("pays the multiplier at the instant of receipt, at once", () => {
    const log = running();
    reach(log, 187);
    const before = held(log, playerAccount(BOB));
    given(...log.events)
      .at(log.at)
      .answers(leave(), { multiplier: "1.87", winAmount: "18.70", cause: "manual" });
    carriedOut(log, leave());
    expect(held(log, playerAccount(BOB)) - before).toBe(1_870n);
    expect(experience.of(playerIn(log, BOB)).total).toBe(13);
  });

  it("is paid at the point itself, and busted one hundredth after it", () => {
    const log = running();
    const { point, bustsAt } = flightIn(log);
    log.at = bustsAt - 1;
    expect(multiplierOf(openCrash(log), log.at)).toBe(point);
    expect(refusalOf(log, leave())).toBe("accepted");
    log.at = bustsAt;
    const { decision } = given(...log.events)
      .at(log.at)
      .when(leave());
    expect(decision).toMatchObject({
      refused: { code: "busted", facts: { point: (point / 100).toFixed(2) } },
    });
  });

  it("counts from its receipt, not from its decision, until the round is settled", () => {
    const log = running(near);
    const { bustsAt } = flightIn(log);
    const receivedAt = bustsAt - 1;
    log.at = bustsAt + 1_000;
    expect(refusalOf(log, settleRound())).toBe("too_early");
    expect(refusalOf(log, leave(BOB, { receivedAt }))).toBe("accepted");
    settleAll(log);
    expect(() => leave(BOB, { receivedAt })(log)).toThrow("a round is open");
  });

  it("cannot be received before the start, below 1.01x, or in the future", () => {
    const log = running();
    const { startsAt } = openCrash(log);
    log.at = startsAt + 166;
    expect(refusalOf(log, leave(BOB, { receivedAt: startsAt - 1 }))).toBe("not_running");
    // At 1.00x every round would be won: stakes would come back, and the creator would get a share for nothing.
    expect(refusalOf(log, leave(BOB, { receivedAt: startsAt + 165 }))).toBe("not_running");
    expect(refusalOf(log, leave(BOB, { receivedAt: startsAt + 166 }))).toBe("accepted");
    expect(refusalOf(log, leave(BOB, { receivedAt: log.at + 26 }))).toBe("clock_unsure");
  });

  it("is reduced by the clock's tolerance: a process with a slow clock gives no advantage", () => {
    const log = running(near);
    const { bustsAt } = flightIn(log);
    log.at = bustsAt + 500;
    const late = (clockErrorMs: number) => leave(BOB, { receivedAt: bustsAt - 100, clockErrorMs });
    expect(refusalOf(log, late(25))).toBe("accepted");
    expect(refusalOf(log, late(124))).toBe("accepted");
    expect(refusalOf(log, late(125))).toBe("clock_unsure");
  });

  it("happens once: a repeated request gets the same answer", () => {
    const log = running();
    reach(log, 150);
    carriedOut(log, leave());
    reach(log, 300);
    const { decision } = given(...log.events)
      .at(log.at)
      .when(leave());
    expect(decision).toMatchObject({
      refused: { code: "already_out", facts: { multiplier: "1.50", winAmount: "15.00", cause: "manual" } },
    });
  });

  it("is refused for another player's bet and without a bet", () => {
    const log = running();
    reach(log, 150);
    expect(refusalOf(log, leave(DAVE))).toBe("no_bet");
    carriedOut(log, leave(BOB));
    expect(outOf(log, 1)).toBeNull();
  });
});

describe("an auto cash-out", () => {
  it("is paid its target exactly, once the curve is there, however late that is noticed", () => {
    const log = running();
    reach(log, 199);
    expect(refusalOf(log, payDue())).toBe("nothing_leaves");
    reach(log, 350);
    carriedOut(log, payDue());
    expect(outOf(log, 1)).toEqual({ at: 200, cause: "auto", payout: "4000" });
    expect(refusalOf(log, payDue())).toBe("nothing_leaves");
  });

  it("is paid at settling if no process noticed before, and at the point itself", () => {
    for (const off of [0, 1]) {
      const { point } = flightIn(running());
      const log = running(far, [["10.00", { auto: point + off }]]);
      settleAll(log);
      const types = log.events.slice(-2).map(({ type }) => type);
      expect(types).toContain(off === 0 ? "CrashCashedOut" : "CrashBetLost");
    }
  });

  it("comes before the player's own cash-out if its target was reached first, in any order of decisions", () => {
    const log = running();
    reach(log, 250);
    given(...log.events)
      .at(log.at)
      .answers(leave(CAROL), { multiplier: "2.00", cause: "auto" });
    const early = openCrash(log).startsAt + elapsedAt(150);
    given(...log.events)
      .at(log.at)
      .answers(leave(CAROL, { receivedAt: early }), { multiplier: "1.50", cause: "manual" });
  });
});

describe("the force", () => {
  const heavy: Bets = [["40000.00"], ["40000.00", carol]];

  it("takes everybody off the curve together when the house has put in no more", () => {
    const log = running(far, heavy);
    const force = forceOf(openCrash(log));
    expect(force).toBe(220);
    reach(log, force - 1);
    expect(refusalOf(log, payDue())).toBe("nothing_leaves");
    reach(log, force);
    carriedOut(log, payDue());
    expect([outOf(log, 0), outOf(log, 1)]).toEqual([
      { at: 220, cause: "forced", payout: "8800000" },
      { at: 220, cause: "forced", payout: "8800000" },
    ]);
    // No bet is left: nothing keeps the round from its end.
    carriedOut(log, settleRound());
    expect(held(log, escrow)).toBe(0n);
  });

  it("pays no more than itself, however late a cash-out was received, if it is at most the point", () => {
    const log = running(far, heavy);
    reach(log, 300);
    given(...log.events)
      .at(log.at)
      .answers(leave(), { multiplier: "2.20", cause: "forced" });
    const bust = running((point) => point > 150 && point < 219, heavy);
    bust.at = flightIn(bust).bustsAt + 1;
    expect(refusalOf(bust, leave())).toBe("busted");
  });

  it("rises when others leave, and counts targets below it as gone", () => {
    const log = running(far, heavy);
    reach(log, 150);
    const before = forceOf(openCrash(log));
    carriedOut(log, leave());
    expect(forceOf(openCrash(log))).toBeGreaterThan(before);
    const autos = betting([["40000.00"], ["40000.00", { ...carol, auto: 110 }]]);
    expect(forceOf(openCrash(autos))).toBeGreaterThan(before);
  });
});

describe("an interruption", () => {
  it("lets manual bets leave at the last sign of service, and touches no auto cash-out", () => {
    const log = running();
    reach(log, 150);
    const lastServedAt = log.at;
    log.at += INTERRUPTED_AFTER_MS;
    expect(refusalOf(log, interrupt(lastServedAt))).toBe("not_interrupted");
    log.at += 1;
    carriedOut(log, interrupt(lastServedAt));
    expect(outOf(log, 0)).toEqual({ at: 150, cause: "interrupted", payout: "1500" });
    expect(outOf(log, 1)).toBeNull();
    settleAll(log);
    expect(log.events.slice(-2)).toMatchObject([{ type: "CrashCashedOut" }, { type: "CrashRoundSettled" }]);
  });

  it("saves nobody who had bust before it", () => {
    const log = running(near);
    const { bustsAt } = flightIn(log);
    log.at = bustsAt + 5_000;
    expect(refusalOf(log, interrupt(bustsAt))).toBe("nothing_leaves");
    expect(refusalOf(log, interrupt(bustsAt - 1))).toBe("accepted");
  });

  it("returns stakes if nobody could have left, and the creator earns nothing by those", () => {
    const log = running(far, [["10.00"], ["20.00", carol], ["40.00", { ...dave, auto: 200 }]]);
    const { startsAt } = openCrash(log);
    log.at = startsAt + 5_000;
    carriedOut(log, interrupt(startsAt - 500));
    expect([outOf(log, 0)?.payout, outOf(log, 1)?.payout]).toEqual(["1000", "2000"]);
    settleAll(log);
    expect(held(log, creatorShareAccount(ALICE))).toBe(200n);
    expect(held(log, escrow)).toBe(0n);
  });
});

describe("the end of a crash round", () => {
  it("reveals the seed, ends the remaining bets as lost, pays the creator, and gives the house the rest", () => {
    const log = running(near);
    const bank = held(log, house);
    settleAll(log);
    expect(log.events.slice(-3).map(({ type }) => type)).toEqual([
      "CrashRoundSettled",
      "CrashBetLost",
      "CrashBetLost",
    ]);
    expect(held(log, creatorShareAccount(ALICE))).toBe(150n);
    expect(held(log, house) - bank).toBe(CAP + 3_000n - 150n);
    expect(held(log, escrow)).toBe(0n);
    expect(crashIn(log)).toMatchObject({ round: null, rounds: 1, chain: { used: 1 } });
  });

  it("uses up its link: the next round commits to what this one revealed", () => {
    const log = running(near);
    const { seed } = flightIn(log);
    settleAll(log);
    carriedOut(log, bet("1.00", { roundId: "round_2" }));
    expect(openCrash(log)).toMatchObject({ number: 2, taken: { link: 2, commitment: seed } });
    expect(seedOfRound("RBX", openCrash(log))).not.toBe(seed);
  });

  it("is drawn from its own link alone: another one fails", () => {
    const log = running();
    const round = openCrash(log);
    expect(() => flightOf(round, "11".repeat(32))).toThrow("committed to");
    expect(() => flightOf({ ...round, signature: null }, flightIn(log).seed)).toThrow("has its beacon");
  });

  it("comes a day after a missing beacon: cap and stakes go back", () => {
    const log = betting();
    const [bob, bank] = [held(log, playerAccount(BOB)), held(log, house)];
    log.at = published(openCrash(log).beacon.round) + 24 * 60 * 60 * 1_000 - 1;
    expect(refusalOf(log, voidRound())).toBe("too_early");
    log.at += 1;
    expect(() => voidRound({ seed: "11".repeat(32) })(log)).toThrow("committed to");
    carriedOut(log, voidRound());
    expect(held(log, playerAccount(BOB)) - bob).toBe(1_000n);
    expect(held(log, house) - bank).toBe(CAP);
    expect(held(log, escrow)).toBe(0n);
    expect(crashIn(log)).toMatchObject({ round: null, chain: { used: 1 } });
  });

  it("cannot be void once it runs, so that no result is taken back", () => {
    const log = running();
    log.at += 48 * 60 * 60 * 1_000;
    expect(refusalOf(log, voidRound())).toBe("too_early");
    expect(refusalOf(log, settleRound())).toBe("accepted");
  });

  it("at 10,000.00x takes everybody off the curve", () => {
    expect(multiplierAt(153_506)).toBe(1_000_000);
    const log = running(far, [["0.01", { auto: 1_000_000 }]]);
    expect(forceOf(openCrash(log))).toBe(1_000_000);
  });
});
