import { STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import { type Minor, parseMinor } from "#domain/kernel/money.ts";

/** The stake that a text in the bet input stands for, null when it is none. @param least minor units */
export function readStake(text: string, least: Minor = STAKE_MIN): Minor | null {
  const stake = parseMinor(text.trim());
  return stake !== null && stake >= least ? stake : null;
}
