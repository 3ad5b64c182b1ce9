import type { LimitName } from "#domain/features/responsible-play/rules.ts";

export const KIND_NAMES = {
  stake: "Stake",
  loss: "Loss",
  wager: "Wager",
  deposit: "Deposit",
} as const satisfies Record<LimitName["kind"], string>;

export const KIND_NOTES = {
  stake: "the most that one bet may be",
  loss: "stakes less pay-outs; open bets count as lost",
  wager: "everything that you stake, won or lost",
  deposit: "everything that you ask to deposit",
} as const satisfies Record<LimitName["kind"], string>;

export const WINDOW_NAMES_SHOWN = {
  bet: "a bet",
  day: "a day",
  week: "a week",
  month: "a month",
} as const satisfies Record<LimitName["window"], string>;

export const TIME_OUTS = { 24: "A day", 168: "A week", 720: "30 days", 1008: "Six weeks" } as const;
export const EXCLUSIONS = { 6: "Six months", 12: "A year", 60: "Five years", ever: "For ever" } as const;
export const CHECKS = { "15": "Every 15 minutes", "30": "Every 30 minutes", "60": "Every hour" } as const;

export const FAILED = "That could not be saved. Please try again.";
