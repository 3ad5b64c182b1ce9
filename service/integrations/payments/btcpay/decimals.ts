import type { Minor } from "#domain/kernel/money.ts";

/** The most decimals that are read; coins have fewer. */
const SCALE = 18;
const DECIMAL = /^(\d{1,15})(?:\.(\d{1,18}))?$/;

/** Reads a decimal as a whole number of its eighteenth decimals; null for something else. */
export function decimalOf(text: string): bigint | null {
  const [, whole, part = ""] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole + part.padEnd(SCALE, "0"));
}

/** The cents nearest to a decimal with twice as many decimals, as a product of two has. */
export function centsOfProduct(product: bigint): Minor {
  const cent = 10n ** BigInt(2 * SCALE - 2);
  return (product + cent / 2n) / cent;
}

/** The cents nearest to a decimal. */
export const centsOf = (decimal: bigint): Minor => centsOfProduct(decimal * 10n ** BigInt(SCALE));
