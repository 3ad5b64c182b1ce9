import { STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import { type Minor, parseMinor } from "#domain/kernel/money.ts";

/** The stake that a text in the bet input stands for, null when it is none. */
export function readStake(text: string): Minor | null {
  const stake = parseMinor(text.trim());
  return stake !== null && stake >= STAKE_MIN ? stake : null;
}
