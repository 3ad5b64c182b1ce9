import type { Minor } from "./money.ts";

/** Amounts of the last 24 hours, added up by quarters of an hour so that they take little room; the oldest first. */
export type RollingSum = readonly {
  /** When the quarter began, in milliseconds. */
  readonly from: number;
  /** Minor units. */
  readonly sum: string;
}[];

const WINDOW_MS = 24 * 60 * 60 * 1_000;
const SLOT_MS = 15 * 60 * 1_000;

/** An amount counts for 24 hours, and until its whole quarter is that old: never for less. */
const counting = (sums: RollingSum, at: number): RollingSum =>
  sums.filter(({ from }) => at < from + SLOT_MS + WINDOW_MS);

/** Adds an amount; what is older than a day is dropped. @param at milliseconds */
export function withAmount(sums: RollingSum, amount: Minor, at: number): RollingSum {
  if (amount === 0n) return sums;
  const from = at - (at % SLOT_MS);
  const before = counting(sums, at);
  const known = before.find((part) => part.from === from);
  const rest = before.filter((part) => part !== known);
  return [...rest, { from, sum: String(BigInt(known?.sum ?? "0") + amount) }];
}

/** What was added within 24 hours. @param at milliseconds */
export const rollingSumOf = (sums: RollingSum, at: number): Minor =>
  counting(sums, at).reduce((total, { sum }) => total + BigInt(sum), 0n);
