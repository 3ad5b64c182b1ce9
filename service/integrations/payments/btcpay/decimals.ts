import type { Minor } from "#domain/kernel/money.ts";

/** Maximum decimals; coins have fewer. */
const SCALE = 18;
const DECIMAL = /^(\d{1,15})(?:\.(\d{1,18}))?$/;

/** Parses a decimal as an integer scaled by 10^18; null if it is not one. */
export function decimalOf(text: string): bigint | null {
  const [, whole, part = ""] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole + part.padEnd(SCALE, "0"));
}

/** The cents nearest to a product of two such decimals, which has twice the scale. */
export function centsOfProduct(product: bigint): Minor {
  const cent = 10n ** BigInt(2 * SCALE - 2);
  return (product + cent / 2n) / cent;
}

/** The cents nearest to a decimal. */
export const centsOf = (decimal: bigint): Minor => centsOfProduct(decimal * 10n ** BigInt(SCALE));
