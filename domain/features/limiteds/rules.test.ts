import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../testing/properties/for-all.ts";
import {
  isAcceptedValue,
  marketValueOf,
  PRICE_DAYS,
  PRICE_DAYS_FEW,
  PRICE_DAYS_MIN,
  VALUE_MAX,
  VALUE_STALE_MS,
} from "./rules.ts";

const NO_PRICES = { daily: [], recentAverage: null, original: null };
const of = (...daily: readonly number[]) => marketValueOf({ ...NO_PRICES, daily });

describe("the market's value of an item", () => {
  it("is the middle of an odd number of prices, and half-way between two of an even number, rounded down", () => {
    const odd = Array.from({ length: PRICE_DAYS_MIN + (1 - (PRICE_DAYS_MIN % 2)) }, (_, n) => n + 1);
    expect(of(...odd.toReversed())?.value).toBe(BigInt((odd.length + 1) / 2) * 100n);
    const even = [...odd, odd.length + 1];
    expect(of(...even)?.value).toBe(BigInt(even.length / 2) * 100n + 50n);
  });

  it("lies between the prices, half of which are at or below it and half at or above", () => {
    const price = fc.integer({ min: 1, max: 10 ** 6 });
    forAll(fc.array(price, { minLength: PRICE_DAYS_FEW, maxLength: PRICE_DAYS }), (daily) => {
      const value = of(...daily)?.value ?? 0n;
      const minor = daily.map((one) => BigInt(one) * 100n);
      expect(2 * minor.filter((one) => one <= value).length).toBeGreaterThanOrEqual(daily.length);
      expect(2 * minor.filter((one) => one >= value).length).toBeGreaterThanOrEqual(daily.length);
      expect(of(...daily.toReversed())?.value).toBe(value);
    });
  });

  it("counts what is a price alone, and says how many there were", () => {
    const prices = (count: number) => Array.from({ length: count }, () => 7);
    expect(of(...prices(PRICE_DAYS_MIN))).toEqual({ value: 700n, source: "median_of_daily_prices" });
    expect(of(...prices(PRICE_DAYS_MIN - 1))?.source).toBe("few_daily_prices");
    expect(of(...prices(PRICE_DAYS_MIN - 1), 0, -7, 1.5, 2 ** 60)?.source).toBe("few_daily_prices");
    expect(of(...prices(PRICE_DAYS_FEW - 1))).toBeNull();
    const average = { daily: prices(PRICE_DAYS_FEW - 1), recentAverage: 5, original: 3 };
    expect(marketValueOf(average)).toEqual({ value: 500n, source: "recent_average_price" });
    for (const none of [null, 0, -1, 0.5])
      expect(marketValueOf({ ...average, recentAverage: none })).toEqual({
        value: 300n,
        source: "original_price",
      });
    expect(marketValueOf(NO_PRICES)).toBeNull();
  });

  it("is of the newest days, and no larger than the largest value", () => {
    const old = Array.from({ length: PRICE_DAYS }, () => 9);
    expect(of(...Array.from({ length: PRICE_DAYS }, () => 7), ...old)?.value).toBe(700n);
    expect(marketValueOf({ ...NO_PRICES, original: Number.MAX_SAFE_INTEGER })?.value).toBe(VALUE_MAX);
  });
});

describe("a value that items can be staked at", () => {
  it("is the admins', however old, or the median of enough prices, until it is stale", () => {
    const at = 10 * VALUE_STALE_MS;
    expect(isAcceptedValue({ source: "override", valueAt: 0 }, at)).toBe(true);
    const median = (age: number) =>
      isAcceptedValue({ source: "median_of_daily_prices", valueAt: at - age }, at);
    expect([median(0), median(VALUE_STALE_MS - 1), median(VALUE_STALE_MS)]).toEqual([true, true, false]);
    for (const source of ["few_daily_prices", "recent_average_price", "original_price"] as const)
      expect(isAcceptedValue({ source, valueAt: at }, at)).toBe(false);
  });
});
