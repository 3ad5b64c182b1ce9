import { type Minor, minor } from "../../kernel/money.ts";

export const DEPOSIT_TYPES = ["roblox_limited", "rbx", "tix"] as const;
export type DepositType = (typeof DEPOSIT_TYPES)[number];

/** How many deposits of one player may wait for review at a time. */
export const OPEN_DEPOSITS_MAX = 10;
/** What may be deposited of a currency at a time, in whole units. */
export const AMOUNT_MIN = 1;
export const AMOUNT_MAX = 1_000_000;
/** How many copies of an item one deposit may be of. */
export const QUANTITY_MAX = 100;
/** A deposit worth more than this needs a second admin, unless the settings say otherwise. */
export const SECOND_APPROVAL_ABOVE: Minor = minor("10000.00");
/** Maximum debts of a player; no further deposit is reversed before some are settled. */
export const DEBTS_MAX = 50;
/** The typical wait is the median of this many most recent reviews. */
export const TYPICAL_OF = 50;

/** Common reasons for rejecting deposits, for reviewers to start from. */
export const REJECTION_REASONS = [
  "The trade was not received.",
  "The items in the trade are not those of the request.",
  "The amount received is not that of the request.",
  "The trade link does not open.",
  "The items are on hold on the platform. Submit again once they can be traded.",
] as const;
/** Maximum copies seen elsewhere that are counted, and remembered from one sync. */
export const CUSTODY_SIGHTINGS_MAX = 100;
/** Maximum of them listed by name. */
export const CUSTODY_SIGHTINGS_NAMED_MAX = 10;
