import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../testing/properties/for-all.ts";
import {
  compareMinor,
  formatMinor,
  groupedMinor,
  integerSquareRoot,
  minor,
  parseMinor,
  shareRoundedUp,
} from "./money.ts";

describe("an amount in text", () => {
  it.each([
    ["0", 0n],
    ["0.01", 1n],
    ["1", 100n],
    ["1.5", 150n],
    ["19.75", 1_975n],
    ["007", 700n],
    ["999999999999.99", 99_999_999_999_999n],
  ])("%s is read exactly", (text, amount) => {
    expect(parseMinor(text)).toBe(amount);
    expect(minor(text)).toBe(amount);
  });

  it.each([
    "",
    " ",
    ".",
    ".5",
    "1.",
    "1.234",
    "-1",
    "+1",
    "1e3",
    "1,00",
    "0x10",
    " 1",
    "1 ",
    "1\n",
    "NaN",
    "Infinity",
    "1000000000000",
    "１",
    "٣",
  ])("%j is not an amount", (text) => {
    expect(parseMinor(text)).toBeNull();
    expect(() => minor(text)).toThrow("is an amount");
  });

  it("is written with two decimals and read back the same", () => {
    forAll(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), (amount) => {
      const text = formatMinor(amount);
      expect(text).toMatch(/^\d+\.\d{2}$/);
      expect(parseMinor(text)).toBe(amount);
      expect(formatMinor(-amount)).toBe(amount === 0n ? "0.00" : `-${text}`);
    });
  });

  it("keeps its sign when it is less than one", () => {
    expect(formatMinor(-5n)).toBe("-0.05");
    expect(formatMinor(-100n)).toBe("-1.00");
  });

  it.each([
    [0n, "0.00"],
    [99_999n, "999.99"],
    [100_000n, "1,000.00"],
    [-123_456_789n, "-1,234,567.89"],
  ])("%s is %s in a sentence", (amount, text) => {
    expect(groupedMinor(amount)).toBe(text);
  });

  it("is exact above what a float holds", () => {
    expect(formatMinor(2n ** 53n - 1n)).toBe("90071992547409.91");
    expect(formatMinor(2n ** 63n)).toBe("92233720368547758.08");
  });
});

describe("a share", () => {
  it("is rounded up to a whole minor unit", () => {
    expect(shareRoundedUp(100n, 250n)).toBe(3n);
    expect(shareRoundedUp(10_000n, 250n)).toBe(250n);
    expect(shareRoundedUp(0n, 250n)).toBe(0n);
    expect(shareRoundedUp(1n, 1n)).toBe(1n);
  });

  it("is never less than the exact share and less than one unit more", () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 60n });
    forAll(amount, fc.bigInt({ min: 0n, max: 10_000n }), (whole, points) => {
      const share = shareRoundedUp(whole, points) * 10_000n;
      expect(share >= whole * points).toBe(true);
      expect(share < whole * points + 10_000n).toBe(true);
    });
  });

  it("is not taken of a negative amount", () => {
    expect(() => shareRoundedUp(-1n, 250n)).toThrow("non-negative");
    expect(() => shareRoundedUp(1n, -250n)).toThrow("non-negative");
  });
});

describe("a whole square root", () => {
  it("is exact for every small number", () => {
    const numbers = Array.from({ length: 10_000 }, (_, n) => n);
    expect(numbers.map((n) => integerSquareRoot(BigInt(n)))).toEqual(
      numbers.map((n) => BigInt(Math.floor(Math.sqrt(n)))),
    );
  });

  it("is the largest whole number whose square is not above, at any size", () => {
    forAll(fc.bigInt({ min: 0n, max: 2n ** 400n }), (n) => {
      const root = integerSquareRoot(n);
      expect(root * root <= n).toBe(true);
      expect((root + 1n) * (root + 1n) > n).toBe(true);
    });
  });

  it("is exact around squares", () => {
    forAll(fc.bigInt({ min: 1n, max: 2n ** 200n }), (root) => {
      expect(integerSquareRoot(root * root)).toBe(root);
      expect(integerSquareRoot(root * root - 1n)).toBe(root - 1n);
    });
  });

  it("is not taken of a negative number", () => {
    expect(() => integerSquareRoot(-1n)).toThrow("non-negative");
  });
});

it("amounts are sorted as numbers, and equal ones stay in their order", () => {
  expect([10n, -2n, 9n].sort(compareMinor)).toEqual([-2n, 9n, 10n]);
  expect(compareMinor(5n, 5n)).toBe(0);
});
