import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../testing/properties/for-all.ts";
import { type RollingSum, rollingSumOf, withAmount } from "./rolling-sum.ts";
import { DAY_MS } from "./time.ts";

const QUARTER_MS = 900_000;
/** No sum has more parts: those of a day, and the one that is only partly within it. */
const PARTS_MAX = DAY_MS / QUARTER_MS + 1;

it("a rolling sum counts everything for a day, nothing for more than a quarter longer, in bounded memory", () => {
  const added = fc.record({ amount: fc.bigInt({ min: 1n, max: 10n ** 9n }), after: fc.nat(DAY_MS / 20) });
  forAll(fc.array(added, { maxLength: 200 }), fc.nat(2 * DAY_MS), (amounts, later) => {
    let sums: RollingSum = [];
    let at = 1_800_000_000_000;
    const all: { amount: bigint; at: number }[] = [];
    for (const { amount, after } of amounts) {
      at += after;
      sums = withAmount(sums, amount, at);
      all.push({ amount, at });
      expect(sums.length).toBeLessThanOrEqual(PARTS_MAX);
    }
    const now = at + later;
    const since = (ms: number) =>
      all.filter((one) => now - one.at < ms).reduce((total, { amount }) => total + amount, 0n);
    const found = rollingSumOf(sums, now);
    expect(found >= since(DAY_MS)).toBe(true);
    expect(found <= since(DAY_MS + QUARTER_MS)).toBe(true);
  });
});

it("nothing added leaves the sums as they are", () => {
  const sums = withAmount([], 5n, 1_800_000_000_000);
  expect(withAmount(sums, 0n, 1_800_000_000_000 + QUARTER_MS)).toBe(sums);
});

it("an amount counts until its whole quarter is a day old", () => {
  const quarter = 1_800_000_000_000 - (1_800_000_000_000 % QUARTER_MS);
  const sums = withAmount(withAmount([], 5n, quarter), 2n, quarter + QUARTER_MS - 1);
  expect(sums).toEqual([{ from: quarter, sum: "7" }]);
  expect(rollingSumOf(sums, quarter + QUARTER_MS + DAY_MS - 1)).toBe(7n);
  expect(rollingSumOf(sums, quarter + QUARTER_MS + DAY_MS)).toBe(0n);
});
