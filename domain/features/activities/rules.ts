/** A win is shown to others when it pays so many times its stake, and so much, in minor units. */
export const MULTIPLE_MIN = 10;
export const PAYOUT_MIN = 100_000;
