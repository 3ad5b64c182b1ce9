import fc from "fast-check";
import { expect, it } from "vitest";
import { house, playerAccount } from "../../accounts/account.ts";
import { payoutAt } from "../../fairness/crash-curve.ts";
import { isBalanced } from "../../ledger/posting.ts";
import { published } from "../../testing/coinflips.ts";
import { carriedOut, GivenLog, refusalOf } from "../../testing/given.ts";
import { ALICE, banked } from "../../testing/players.ts";
import { forAllIn } from "../../testing/properties/for-all.ts";
import {
  bet,
  flightIn,
  interrupt,
  leave,
  openCrash,
  payDue,
  settleRound,
  start,
} from "../../testing/rounds.ts";
import { set } from "../../testing/settings.ts";
import { amount, change, create, held, rich } from "../../testing/user-games.ts";
import { roundEscrow } from "../game-tables/table.ts";
import { creatorShareAccount } from "../user-games/share.ts";
import { crashBetLost, crashBetPlaced, crashCashedOut, crashRoundSettled } from "./events.ts";
import { forceOf } from "./exposure.ts";
import { SETTLES_AFTER_BUST_MS } from "./rules.ts";

/** On a machine that runs the tests of a dozen files at once. */
const PROPERTY_TIMEOUT_MS = 30_000;
/** Half of it is also the least that a bank may hold. */
const FUNDS = "200000.00";
const PLAYERS = ["p_1", "p_2", "p_3", "p_4", "p_5"];

const bets = fc.array(
  fc.record({
    stake: fc.bigInt({ min: 1n, max: 60_000n }),
    auto: fc.option(fc.integer({ min: 101, max: 1_200 }), { nil: null }),
  }),
  { minLength: 1, maxLength: PLAYERS.length },
);
const act = fc.oneof(
  fc.record({ do: fc.constant("leave" as const), who: fc.nat(4), lateMs: fc.nat(9_000) }),
  fc.record({ do: fc.constant("pay" as const) }),
  fc.record({ do: fc.constant("interrupt" as const), goneMs: fc.integer({ min: 0, max: 5_000 }) }),
);
const rounds = fc.array(
  fc.record({
    bets,
    edge: fc.integer({ min: 0, max: 5_000 }),
    housePart: fc.integer({ min: 0, max: 10_000 }),
    acts: fc.array(fc.tuple(act, fc.nat(12_000)), { maxLength: 10 }),
    salt: fc.nat(1_000),
  }),
  { minLength: 1, maxLength: 3 },
);
type Round = typeof rounds extends fc.Arbitrary<readonly (infer R)[]> ? R : never;

/** Plays a round to its end with any attempts, and checks each step. */
function playRound(log: GivenLog, { bets: placed, acts, salt }: Round, roundId: string): void {
  for (const [i, { stake, auto }] of placed.entries()) {
    const decide = bet(stake, { playerId: PLAYERS[i] ?? "", auto, roundId });
    if (refusalOf(log, decide) === "accepted") carriedOut(log, decide);
  }
  log.at = published(openCrash(log).beacon.round);
  carriedOut(
    log,
    start((point) => point % 7 === salt % 7),
  );
  log.at = openCrash(log).startsAt;
  let force = forceOf(openCrash(log));
  for (const [one, waitMs] of acts) {
    log.at += waitMs;
    const receivedAt = one.do === "leave" ? log.at - one.lateMs : log.at;
    const decide =
      one.do === "leave"
        ? leave(PLAYERS[one.who], { receivedAt })
        : one.do === "pay"
          ? payDue()
          : interrupt(log.at - one.goneMs);
    const decision = decide(log);
    if ("refused" in decision) continue;
    expect(decision.events.every(({ postings }) => isBalanced(postings))).toBe(true);
    log.append(decision.events);
    expect(forceOf(openCrash(log))).toBeGreaterThanOrEqual(Math.max(force, 200));
    force = forceOf(openCrash(log));
  }
  log.at = Math.max(log.at, flightIn(log).bustsAt + SETTLES_AFTER_BUST_MS);
  carriedOut(log, settleRound());
  log.at += 1_000;
}

/** Invariants of every settled round, by its events alone. */
function checkRound(log: GivenLog, roundId: string, cap: bigint): void {
  const of = log.events.filter(({ payload }) => payload.roundId === roundId);
  const placed = of.flatMap((event) => (crashBetPlaced.is(event) ? [event.payload] : []));
  const out = of.flatMap((event) => (crashCashedOut.is(event) ? [event.payload] : []));
  const lost = of.flatMap((event) => (crashBetLost.is(event) ? [event.payload] : []));
  const [settled] = of.flatMap((event) => (crashRoundSettled.is(event) ? [event.payload] : []));
  if (settled === undefined) throw new Error("The round is settled");
  // Every bet ends once: paid or lost.
  expect([...out, ...lost].map(({ seq }) => seq).sort()).toEqual(placed.map(({ seq }) => seq).sort());
  for (const one of out) {
    expect(one.at).toBeLessThanOrEqual(settled.point);
    expect(BigInt(one.payout)).toBe(payoutAt(BigInt(one.stake), one.at));
    const { auto } = placed.find(({ seq }) => seq === one.seq) ?? { auto: null };
    if (auto !== null) expect(one.at).toBeLessThanOrEqual(auto);
    if (one.cause === "auto") expect(one.at).toBe(auto);
  }
  for (const { seq } of lost) {
    const { auto } = placed.find((one) => one.seq === seq) ?? { auto: null };
    if (auto !== null) expect(auto).toBeGreaterThan(settled.point);
  }
  const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const stakes = sum(placed.map(({ stake }) => stake));
  const payouts = sum(out.map(({ payout }) => payout));
  const share = BigInt(settled.share);
  expect(stakes + cap).toBe(payouts + share + BigInt(settled.returned));
  // The bank never loses more than it put in, including the creator's share.
  const profit = sum(out.map(({ payout }) => payout)) - sum(out.map(({ stake }) => stake));
  expect(profit + share).toBeLessThanOrEqual(cap);
  expect(held(log, roundEscrow(roundId))).toBe(0n);
}

it(
  "rounds of crash keep every sum, under any bets, late requests, interruptions and edits",
  () => {
    forAllIn({ numRuns: 60 })(rounds, (played) => {
      const log = new GivenLog();
      log.append([banked(FUNDS), ...rich(ALICE, ...PLAYERS)]);
      carriedOut(log, create("crash"));
      let earned = 0n;
      for (const [i, round] of played.entries()) {
        const { edge, housePart } = round;
        log.append([set({ creatorHousePart: String(housePart) })]);
        if (refusalOf(log, change({ edge })) === "accepted") carriedOut(log, change({ edge }));
        const before = held(log, house);
        const roundId = `round_${i}`;
        const first = bet(1n, { playerId: PLAYERS[0] ?? "", roundId });
        // Below the floor, or without room for a cap, there is no round.
        if (refusalOf(log, first) !== "accepted") continue;
        const spare = before - amount(FUNDS) / 2n;
        const cap = [before / 100n, spare / 50n].reduce((a, b) => (a < b ? a : b));
        playRound(log, round, roundId);
        checkRound(log, roundId, cap);
        expect(before - held(log, house)).toBeLessThanOrEqual(cap);
        const volume = log.events.flatMap((event) =>
          crashRoundSettled.is(event) && event.payload.roundId === roundId
            ? [BigInt(event.payload.volume)]
            : [],
        )[0];
        const { terms } = log.events.reduce(
          (found, event) =>
            event.payload.roundId === roundId && "housePart" in event.payload
              ? { terms: event.payload }
              : found,
          { terms: {} as { readonly [name: string]: unknown } },
        );
        earned += (volume ?? 0n) * BigInt(Number(terms.edge)) * BigInt(10_000 - Number(terms.housePart));
      }
      expect(held(log, creatorShareAccount(ALICE))).toBe(earned / 100_000_000n);
      for (const player of PLAYERS) expect(held(log, playerAccount(player))).toBeGreaterThanOrEqual(0n);
    });
  },
  PROPERTY_TIMEOUT_MS,
);
