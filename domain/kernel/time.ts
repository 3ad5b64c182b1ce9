export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The UTC day of an instant, counted from 1970. @param at milliseconds */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** An instant in ISO 8601, as answers carry it. @param at milliseconds */
export const instantOf = (at: number): string => new Date(at).toISOString();

/** An instant in a sentence, to the minute. @example minuteText(0) // "1970-01-01 00:00 UTC" */
export const minuteText = (at: number): string => `${instantOf(at).slice(0, 16).replace("T", " ")} UTC`;

/** The night that an instant belongs to: the UTC date on which it began. @param hour UTC, at which nights begin */
export const nightOf = (at: number, hour: number): string => instantOf(at - hour * HOUR_MS).slice(0, 10);

/** How far the clocks of two processes may be apart. */
const CLOCKS_APART_MS = MINUTE_MS;

/**
 * The end of something that lasts `ms` from `at`; null when it is over at `now`, or begins later than clocks may
 * differ: once a clock was put back, it would last longer. All in milliseconds. @example lastsUntil(0, 10, 9) // 10
 */
export const lastsUntil = (at: number | null, ms: number, now: number): number | null =>
  at !== null && now - at < ms && at - now <= CLOCKS_APART_MS ? at + ms : null;
