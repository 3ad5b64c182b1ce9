import { expect, it } from "vitest";
import { isUnbacked } from "../user-games/bettor.ts";
import { capOf } from "./exposure.ts";

it("the cap of a round leaves other games what they need: caps end at half of the bank's funding", () => {
  const limits = { risk: 100n, floor: 0n };
  const funds = 40_000_000n;
  expect(capOf({ bank: 20_202_020n, funds, limits })).toBe(202_020n);
  expect(capOf({ bank: 20_202_019n, funds, limits })).toBe(0n);
  expect(capOf({ bank: 20_202_020n, funds, limits: { ...limits, floor: 20_000_001n } })).toBe(0n);
  // Rounds that a thief opens by the hundred leave coinflips their bank.
  let bank = funds;
  for (let round = 0; round < 200; round += 1) bank -= capOf({ bank, funds, limits });
  expect(isUnbacked({ bank, funds, limits })).toBe(false);
});
