import { invariant } from "../kernel/invariant.ts";
import type { Minor } from "../kernel/money.ts";

/** Multipliers are whole hundredths: 100 is 1.00x. No round goes further than 10,000.00x. */
export const MULTIPLIER_ONE = 100;
export const MULTIPLIER_MAX = 1_000_000;

/** The curve exp(0.00006 x ms) in hundredths, rounded down; in integers, because `Math.exp` differs by engine. */
const FRACTION_BITS = 128n;
const WHOLE = 1n << FRACTION_BITS;
/** The rate for each millisecond is 6 / 100,000. */
const RATE = 6n;
const RATE_UNIT = 100_000n;
/** 2^18 ms is past the end of the curve. */
const TIME_BITS = 18;

/** exp(0.00006 x 2^k) for each bit k of a time, as fractions of 2^128. */
const powers: readonly bigint[] = Array.from({ length: TIME_BITS }, (_, k) => exponential(1n << BigInt(k)));

/** e to the power of `ms` x rate, by its series. */
function exponential(ms: bigint): bigint {
  let term = WHOLE;
  let sum = 0n;
  for (let n = 1n; term > 0n; n += 1n) {
    sum += term;
    term = (term * ms * RATE) / (RATE_UNIT * n);
  }
  return sum;
}

/** When the curve reaches its end, in milliseconds. */
export const FLIGHT_MS_MAX = 153_506;

/**
 * The multiplier at an instant of a round, in hundredths.
 * @param elapsed milliseconds since the start, rounded down to a whole number
 * @example multiplierAt(11_553) // 200
 */
export function multiplierAt(elapsed: number): number {
  invariant(elapsed >= 0, "a round has started");
  if (elapsed >= FLIGHT_MS_MAX) return MULTIPLIER_MAX;
  const ms = Math.floor(elapsed);
  let value = WHOLE;
  for (let k = 0; k < TIME_BITS; k += 1)
    if ((ms & (1 << k)) !== 0) value = (value * (powers[k] as bigint)) >> FRACTION_BITS;
  return Number((value * BigInt(MULTIPLIER_ONE)) >> FRACTION_BITS);
}

/**
 * The first instant at which a multiplier is reached, in milliseconds since the start.
 * @example elapsedAt(200) // 11_553
 */
export function elapsedAt(multiplier: number): number {
  invariant(multiplier <= MULTIPLIER_MAX, "a multiplier is on the curve");
  let [low, high] = [0, FLIGHT_MS_MAX];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (multiplierAt(middle) >= multiplier) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What a bet is paid that leaves at a multiplier, rounded down to a minor unit. @param at hundredths */
export const payoutAt = (stake: Minor, at: number): Minor => (stake * BigInt(at)) / BigInt(MULTIPLIER_ONE);
