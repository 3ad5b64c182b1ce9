import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MULTIPLIER_MAX, payoutAt } from "../../fairness/crash-curve.ts";
import { forAllIn } from "../../testing/properties/for-all.ts";
import { isUnbacked } from "../user-games/bettor.ts";
import { shareAtMost } from "../user-games/share.ts";
import { capOf, forceOf, largestStakeWithin } from "./exposure.ts";

interface Placed {
  readonly stake: bigint;
  readonly auto: number | null;
}

const limits = { risk: 100n, floor: 0n };
const funds = 40_000_000n;

it("the cap of a round is the share of the bank that one bet may cost, while the bank holds its funding", () => {
  expect(capOf({ bank: funds, funds, limits })).toBe(400_000n);
  expect(capOf({ bank: funds * 2n, funds, limits })).toBe(800_000n);
});

it("the cap of a round leaves room for other games: caps end at half of the bank's funding", () => {
  expect(capOf({ bank: 30_000_000n, funds, limits })).toBe(200_000n);
  expect(capOf({ bank: 20_000_050n, funds, limits })).toBe(1n);
  expect(capOf({ bank: 20_000_000n, funds, limits })).toBe(0n);
  expect(capOf({ bank: 19_999_999n, funds, limits })).toBe(0n);
  expect(capOf({ bank: 10_000_000n, funds, limits })).toBe(0n);
  expect(capOf({ bank: 30_000_000n, funds, limits: { ...limits, floor: 25_000_000n } })).toBe(100_000n);
  expect(capOf({ bank: 30_000_000n, funds, limits: { ...limits, floor: 30_000_001n } })).toBe(0n);
  expect(capOf({ bank: 30_000_000n, funds, limits: { risk: 10_000n, floor: 0n } })).toBe(20_000_000n);
});

it("hundreds of rounds opened by an attacker leave coinflips their bank, and the next round a cap", () => {
  let bank = funds;
  const afterRounds = (rounds: number): bigint => {
    for (let round = 0; round < rounds; round += 1) bank -= capOf({ bank, funds, limits });
    return largestStakeWithin(capOf({ bank, funds, limits }), 0n, 5_000);
  };
  // A fifth of the first stake without open rounds, then a tenth after as many games as one creator may have, and more.
  expect(afterRounds(70)).toBeGreaterThan(60_000n);
  expect(afterRounds(30)).toBeGreaterThan(30_000n);
  expect(afterRounds(900)).toBe(0n);
  expect(isUnbacked({ bank, funds, limits })).toBe(false);
});

describe("the force of a round", () => {
  const of = (cap: bigint, edge: number, bets: readonly Placed[]) => ({
    cap: String(cap),
    terms: { creatorId: "p_alice", version: 1, minBet: "1", maxBet: "1000000", edge, housePart: 0 },
    bets: bets.map(({ stake, auto }, seq) => {
      const nobody = { betId: `b_${seq}`, playerId: `p_${seq}`, out: null };
      return { ...nobody, seq, stake: String(stake), auto };
    }),
  });

  it("is at most 10,000.00x, with a bet of one minor unit and with none", () => {
    expect(forceOf(of(1_000_000n, 0, [{ stake: 1n, auto: null }]))).toBe(MULTIPLIER_MAX);
    expect(forceOf(of(1_000_000n, 0, []))).toBe(MULTIPLIER_MAX);
  });

  it("never lets the house lose more than it put in, whatever the order of the bets", () => {
    const placed = fc.record({
      stake: fc.bigInt({ min: 1n, max: 60_000n }),
      auto: fc.option(fc.integer({ min: 101, max: 900 }), { nil: null }),
    });
    const edges = fc.integer({ min: 0, max: 5_000 });
    forAllIn({ numRuns: 300 })(fc.tuple(fc.array(placed, { maxLength: 8 }), edges), ([bets, edge]) => {
      const cap = 200_000n;
      const taken: Placed[] = [];
      let staked = 0n;
      for (const bet of bets) {
        if (bet.stake > largestStakeWithin(cap, staked, edge)) continue;
        taken.push(bet);
        staked += bet.stake;
      }
      const round = of(cap, edge, taken);
      const force = forceOf(round);
      expect(force).toBeGreaterThanOrEqual(200);
      expect(forceOf({ ...round, bets: [...round.bets].reverse() })).toBe(force);
      const lost = taken.reduce((sum, { stake, auto }) => {
        return sum + payoutAt(stake, auto !== null && auto <= force ? auto : force) - stake;
      }, 0n);
      expect(lost + shareAtMost(staked, { edge })).toBeLessThanOrEqual(cap);
    });
  });
});
