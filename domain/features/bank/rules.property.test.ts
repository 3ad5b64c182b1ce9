import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BASIS_POINTS, minor, smaller } from "../../kernel/money.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { WINNINGS_BASIS_POINTS, winningsOf } from "../bot-flips/rules.ts";
import { edgeOf, FLIP_LOSS_SHARE, payoutOf } from "../house-flips/rules.ts";
import { isStopped, largestStake, lossOf, refusalOfBank } from "./rules.ts";

const bank = fc.bigInt({ min: -1_000n, max: 10n ** 12n });
const stake = fc.bigInt({ min: 1n, max: 10n ** 11n });
/** A win costs part of the stake, or all of it. */
const lossShare = fc.constantFrom(FLIP_LOSS_SHARE, WINNINGS_BASIS_POINTS, BASIS_POINTS);
const limits = fc.record({
  risk: fc.bigInt({ min: 1n, max: 10_000n }),
  floor: fc.bigInt({ min: 0n, max: 10n ** 11n }),
});
const bets = fc.record({ bank, stake, lossShare, limits });
const CONTEXT = { currency: "RBX" as const, stakeMax: minor("100000000000.00") };

describe("the bank's largest risk, for any bank, stake and settings", () => {
  it("counts the loss of a game as the game moves it", () => {
    forAll(stake, (some) => {
      expect(lossOf({ stake: some, lossShare: FLIP_LOSS_SHARE })).toBe(payoutOf(some) - some);
      expect(lossOf({ stake: some, lossShare: FLIP_LOSS_SHARE })).toBe(some - edgeOf(some));
      expect(lossOf({ stake: some, lossShare: WINNINGS_BASIS_POINTS })).toBe(winningsOf(some));
    });
  });

  it("is the largest stake that it names, and nothing above it", () => {
    forAll(bets, ({ bank: held, ...bet }) => {
      const isTaken = refusalOfBank(bet, { ...CONTEXT, bank: held, limits: bet.limits }) === null;
      expect(isTaken).toBe(bet.stake <= largestStake(held, { ...bet, stakeMax: CONTEXT.stakeMax }));
    });
  });

  it("is no larger than the largest stake by every other rule, and otherwise the same", () => {
    forAll(bets, stake, ({ bank: held, ...bet }, stakeMax) => {
      const carried = largestStake(held, { ...bet, stakeMax: CONTEXT.stakeMax });
      expect(largestStake(held, { ...bet, stakeMax })).toBe(smaller(carried, stakeMax));
    });
  });

  it("never costs more than its share of the bank, and never more than there is", () => {
    forAll(bets, ({ bank: held, ...bet }) => {
      if (refusalOfBank(bet, { ...CONTEXT, bank: held, limits: bet.limits }) !== null) return;
      expect(isStopped(held, bet.limits)).toBe(false);
      expect(lossOf(bet) * 10_000n).toBeLessThanOrEqual(held * bet.limits.risk);
      expect(held - lossOf(bet)).toBeGreaterThanOrEqual(0n);
    });
  });
});
