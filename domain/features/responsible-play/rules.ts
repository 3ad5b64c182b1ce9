import { groupedMinor, type Minor } from "../../kernel/money.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";

/** Windows of limits. Amounts expire by whole slots: never early, at most one slot late. */
export const WINDOWS = {
  day: { slotMs: 5 * MINUTE_MS, spanMs: DAY_MS },
  week: { slotMs: HOUR_MS, spanMs: 7 * DAY_MS },
  month: { slotMs: 6 * HOUR_MS, spanMs: 30 * DAY_MS },
} as const;
export type Window = keyof typeof WINDOWS;
export const WINDOW_NAMES = ["day", "week", "month"] as const satisfies readonly Window[];

/** What is limited within a window; `loss` is stakes less pay-outs, and an open bet counts as lost. */
export const COUNTED_KINDS = ["loss", "wager", "deposit"] as const;
export type CountedKind = (typeof COUNTED_KINDS)[number];

/** Every limit: on one stake, and on the totals of each window. */
export const LIMITS = [
  { kind: "stake", window: "bet" },
  ...COUNTED_KINDS.flatMap((kind) => WINDOW_NAMES.map((window) => ({ kind, window }))),
] as const satisfies readonly LimitName[];
export const LIMIT_KINDS = ["stake", ...COUNTED_KINDS] as const;
export const LIMIT_WINDOWS = ["bet", ...WINDOW_NAMES] as const;

export interface LimitName {
  readonly kind: (typeof LIMIT_KINDS)[number];
  readonly window: (typeof LIMIT_WINDOWS)[number];
}
/** Whether there is such a limit: a stake is limited by bet, all else by window. */
export const isLimit = (name: LimitName): boolean => (name.kind === "stake") === (name.window === "bet");

const PER = { bet: "a bet", day: "a day", week: "a week", month: "a month" } as const;
/** A limit in a sentence. @example perWindow(minor("10.00"), "day") // "10.00 a day" */
export const perWindow = (amount: Minor, window: LimitName["window"]): string =>
  `${groupedMinor(amount)} ${PER[window]}`;

/** A higher limit can be confirmed after the first, and until the second has passed from then on. */
export const RAISE_WAIT_MS = DAY_MS;
export const RAISE_CONFIRM_MS = 7 * DAY_MS;

/** How long a time-out can be, in hours: a day, a week, 30 days, six weeks. */
export const TIME_OUT_HOURS = [24, 168, 720, 1_008] as const;
/** How long a self-exclusion can be, in months; null is for ever. */
export const EXCLUSION_MONTHS = [6, 12, 60, null] as const;
/** Delay between the requested end of an exclusion and play. */
export const EXCLUSION_END_WAIT_MS = DAY_MS;

/** Intervals of reality checks, in minutes. */
export const REALITY_CHECK_MINUTES = [15, 30, 60] as const;
export const REALITY_CHECK_MINUTES_DEFAULT = 30;
/** A pause that ends a session of play. */
export const SESSION_GAP_MS = 15 * MINUTE_MS;

/** How many stakes are remembered until their end; a pay-out of one that is forgotten lessens no loss. */
export const OPEN_STAKES_MAX = 256;

/** How a player shows that they are of age, from the weakest: by signing in, by their date of birth, by a verifier. */
export const AGE_GATES = ["consent", "birthdate", "provider"] as const;
export type AgeGate = (typeof AGE_GATES)[number];
/** The minimum age, in years. */
export const AGE_MIN = 18;
/** Nobody is older, in years. */
export const AGE_MAX = 130;

/** Interval between limit reviews, in milliseconds: six months. */
export const REVIEW_EVERY_MS = 183 * DAY_MS;
