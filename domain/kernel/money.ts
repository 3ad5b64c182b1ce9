import { invariant } from "./invariant.ts";

/** An amount in minor units: 1.00 is 100n. Floats never touch money. */
export type Minor = bigint;

/** Ten thousand basis points are the whole. */
export const BASIS_POINTS = 10_000n;

const AMOUNT_TEXT = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/**
 * Reads an amount of at most twelve digits and two decimals.
 * @returns minor units, or null when the text is not such an amount
 * @example parseMinor("19.75") // 1975n
 */
export function parseMinor(text: string): Minor | null {
  const match = AMOUNT_TEXT.exec(text);
  if (!match) return null;
  const whole = match[1] ?? "";
  const cents = (match[2] ?? "").padEnd(2, "0");
  return BigInt(whole) * 100n + BigInt(cents);
}

/**
 * Reads a literal amount of the program's own.
 * @throws InvariantError when the text is not an amount
 * @example minor("10.00") // 1000n
 */
export function minor(text: string): Minor {
  const amount = parseMinor(text);
  invariant(amount !== null, `"${text}" is an amount with at most two decimals`);
  return amount;
}

/**
 * Writes minor units as text with two decimals, as every answer carries money.
 * @example formatMinor(-5n) // "-0.05"
 */
export function formatMinor(amount: Minor): string {
  const sign = amount < 0n ? "-" : "";
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, "0");
  const point = digits.length - 2;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Sorts the smaller amount first. @example [2n, 1n].sort(compareMinor) // [1n, 2n] */
export const compareMinor = (a: Minor, b: Minor): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Writes minor units as sentences show them.
 * @example groupedMinor(123450n) // "1,234.50"
 */
export const groupedMinor = (amount: Minor): string =>
  formatMinor(amount).replaceAll(/\B(?=(?:\d{3})+\.)/g, ",");

/** All amounts together. */
export const sumOf = (amounts: readonly Minor[]): Minor => amounts.reduce((all, one) => all + one, 0n);

/**
 * A share of an amount in basis points, rounded up to a whole minor unit.
 * @example shareRoundedUp(100n, 250n) // 3n: 2.5 % of 1.00 is 0.025, taken as 0.03
 */
export function shareRoundedUp(amount: Minor, basisPoints: bigint): Minor {
  invariant(amount >= 0n && basisPoints >= 0n, "a share is taken of a non-negative amount");
  return (amount * basisPoints + BASIS_POINTS - 1n) / BASIS_POINTS;
}

/**
 * The whole number whose square is the largest not above `n` (Newton's method on integers).
 * @example integerSquareRoot(15n) // 3n
 */
export function integerSquareRoot(n: bigint): bigint {
  invariant(n >= 0n, "a square root is taken of a non-negative number");
  if (n < 2n) return n;
  let low = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (low + n / low) >> 1n;
    if (next >= low) return low;
    low = next;
  }
}

/** The larger of two amounts. */
export const larger = (a: Minor, b: Minor): Minor => (a > b ? a : b);
/** The smaller of two amounts. */
export const smaller = (a: Minor, b: Minor): Minor => (a < b ? a : b);
