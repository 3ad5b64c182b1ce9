import { expect, it } from "vitest";
import { isUnbacked } from "../user-games/bettor.ts";
import { capOf, largestStakeWithin } from "./exposure.ts";

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
