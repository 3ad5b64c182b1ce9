/** A win is public from this multiple of its stake and this amount, in minor units. */
export const MULTIPLE_MIN = 10;
export const PAYOUT_MIN = 100_000;
