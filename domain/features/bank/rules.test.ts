import { describe, expect, it } from "vitest";
import { minor } from "../../kernel/money.ts";
import { WINNINGS_BASIS_POINTS } from "../bot-flips/rules.ts";
import { FLIP_LOSS_SHARE } from "../house-flips/rules.ts";
import { BANK_FLOOR, BANK_RISK, isStopped, largestLoss, largestStake, refusalOfBank } from "./rules.ts";

const stakeMax = minor("1000000.00");
const limits = { risk: BANK_RISK, floor: BANK_FLOOR };
const context = { limits, currency: "RBX" as const, stakeMax };
describe("the bank's largest risk", () => {
  it("is a hundredth of it: of ten millions the largest flip is 102,564.11", () => {
    const bank = minor("10000000.00");
    expect(largestLoss(bank, limits)).toBe(minor("100000.00"));
    expect(largestStake(bank, { lossShare: FLIP_LOSS_SHARE, limits, stakeMax })).toBe(minor("102564.11"));
    expect(largestStake(bank, { lossShare: WINNINGS_BASIS_POINTS, limits, stakeMax })).toBe(
      minor("125000.01"),
    );
  });

  it("is nothing below the floor", () => {
    expect(largestLoss(BANK_FLOOR, limits)).toBe(minor("1000.00"));
    expect(largestLoss(BANK_FLOOR - 1n, limits)).toBe(0n);
    const refusal = refusalOfBank(
      { stake: 100n, lossShare: FLIP_LOSS_SHARE },
      { ...context, bank: BANK_FLOOR - 1n },
    );
    expect(refusal?.detail).toBe("The house takes no RBX stakes at the moment: the largest is 0.00.");
  });

  it("is nothing of an empty bank, even without a floor", () => {
    const none = { ...limits, floor: 0n };
    expect([isStopped(0n, none), isStopped(1n, none)]).toEqual([true, false]);
    expect(largestStake(0n, { lossShare: FLIP_LOSS_SHARE, limits: none, stakeMax })).toBe(0n);
  });

  it("names the largest stake taken now in its refusal", () => {
    const bank = minor("1000000.00");
    const refusal = refusalOfBank(
      { stake: minor("10256.43"), lossShare: FLIP_LOSS_SHARE },
      { ...context, bank },
    );
    expect(refusal).toEqual({
      code: "bank_limit",
      detail: "The largest RBX stake the house takes at the moment is 10,256.42.",
      facts: { largestStake: "10256.42" },
    });
  });
});
