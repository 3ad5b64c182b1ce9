import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../testing/properties/for-all.ts";
import { edgeOf, payoutOf, returnToPlayer, STAKE_MAX, STAKE_MIN } from "./rules.ts";

const stakes = fc.bigInt({ min: STAKE_MIN, max: STAKE_MAX });
/**
 * Return to player in basis points. The edge is a whole number of cents, so small stakes lose a little more: most at
 * 1.21, whose edge of 3.025 cents is rounded up to 4.
 */
const RETURN_LEAST = 9_834n;
const RETURN_AT_LEAST_FROM_2 = 9_850n;
const RETURN_MOST = 9_875n;
/** Every stake up to this is tried, in minor units. */
const EVERY_STAKE_UP_TO = 20_000n;

const everySmallStake = function* (): Generator<bigint> {
  for (let stake = STAKE_MIN; stake <= EVERY_STAKE_UP_TO; stake += 1n) yield stake;
};

const holds = (stake: bigint): boolean => {
  const edge = edgeOf(stake);
  const payout = payoutOf(stake);
  const share = returnToPlayer(stake);
  return (
    payout + edge === stake * 2n &&
    // Rounded up: the least whole amount that is not below 2.5 % of the stake.
    edge * 40n >= stake &&
    (edge - 1n) * 40n < stake &&
    edge > 0n &&
    payout > stake &&
    share >= (stake < 200n ? RETURN_LEAST : RETURN_AT_LEAST_FROM_2) &&
    share <= RETURN_MOST
  );
};

describe("pay-out and edge", () => {
  it("are two stakes together, the edge rounded up, the return 98.34 % to 98.75 %", () => {
    forAll(stakes, holds);
  });

  it(`hold for every stake up to ${EVERY_STAKE_UP_TO / 100n}.00`, () => {
    expect([...everySmallStake()].filter((stake) => !holds(stake))).toEqual([]);
  });

  it("are the documented ones", () => {
    expect([edgeOf(121n), payoutOf(121n), returnToPlayer(121n)]).toEqual([4n, 238n, RETURN_LEAST]);
    expect([edgeOf(100n), payoutOf(100n), returnToPlayer(100n)]).toEqual([3n, 197n, 9_850n]);
    expect([edgeOf(1_000n), payoutOf(1_000n), returnToPlayer(1_000n)]).toEqual([25n, 1_975n, 9_875n]);
    expect([edgeOf(STAKE_MAX), payoutOf(STAKE_MAX)]).toEqual([250_000n, 19_750_000n]);
  });

  it("rise with the stake, so that splitting a bet never pays", () => {
    forAll(stakes, stakes, (a, b) => {
      expect(payoutOf(a) + payoutOf(b)).toBeLessThanOrEqual(payoutOf(a + b));
    });
  });
});
