import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../testing/properties/for-all.ts";
import { accrueShare, shareAtMost } from "./share.ts";

const volume = fc.bigInt({ min: 1n, max: 10_000_000n });
const rates = fc.record({
  edge: fc.integer({ min: 0, max: 5_000 }),
  housePart: fc.integer({ min: 0, max: 10_000 }),
});

describe("the creator's share", () => {
  it("of any number of bets is floor(volume x edge), to the minor unit", () => {
    forAll(fc.array(volume, { maxLength: 60 }), rates, (volumes, { edge }) => {
      let [carried, earned] = ["0", 0n];
      for (const one of volumes) {
        const { share, carried: next } = accrueShare(carried, one, { edge, housePart: 0 });
        earned += share;
        carried = next;
      }
      const total = volumes.reduce((sum, one) => sum + one, 0n);
      expect(earned).toBe((total * BigInt(edge)) / 10_000n);
    });
  });

  it("stays exact over edits of the edge and of the house's part", () => {
    forAll(fc.array(fc.tuple(volume, rates), { maxLength: 60 }), (bets) => {
      let [carried, earned, exact] = ["0", 0n, 0n];
      for (const [one, { edge, housePart }] of bets) {
        const { share, carried: next } = accrueShare(carried, one, { edge, housePart });
        earned += share;
        carried = next;
        exact += one * BigInt(edge) * BigInt(10_000 - housePart);
      }
      expect(earned).toBe(exact / 100_000_000n);
    });
  });

  it("of one bet is never more than its edge, rounded up, with any carried fraction", () => {
    forAll(fc.bigInt({ min: 0n, max: 99_999_999n }), volume, rates, (carried, one, rate) => {
      expect(accrueShare(String(carried), one, rate).share).toBeLessThanOrEqual(shareAtMost(one, rate));
    });
  });

  it("cannot begin with a whole minor unit carried", () => {
    expect(() => accrueShare("100000000", 1n, { edge: 0, housePart: 0 })).toThrow("less than one");
    expect(() => accrueShare("-1", 1n, { edge: 0, housePart: 0 })).toThrow("less than one");
  });
});
