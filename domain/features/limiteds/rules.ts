import { compareMinor, type Minor, minor } from "../../kernel/money.ts";

export const RARITIES = ["legendary", "epic", "rare", "common"] as const;
export type Rarity = (typeof RARITIES)[number];

/** The minimum value of each rarity. */
export const RARE_FROM: Minor = minor("10000.00");
export const EPIC_FROM: Minor = minor("100000.00");
export const LEGENDARY_FROM: Minor = minor("1000000.00");

/** The catalogue has room for every limited of the platform's own making, of which there are some 2,500. */
export const LIMITEDS_MAX = 5_000;
/** Maximum items that one command lists or values, and that one event holds. */
export const LIMITEDS_PER_COMMAND_MAX = 1_000;
export const LIMITEDS_PER_EVENT_MAX = 100;
/** A value that has not changed is stated again once it is this old, in milliseconds. */
export const VALUE_FRESH_MS = 6 * 60 * 60 * 1_000;
/** The number of daily prices in a median: a month, so that a few bought sales do not move it. */
export const PRICE_DAYS = 30;
/** Fewer daily prices give no meaningful median. */
export const PRICE_DAYS_FEW = 5;
/** With fewer daily prices within that month, the market's value does not count for stakes. */
export const PRICE_DAYS_MIN = 10;
/** Market values older than this do not count either: none of their prices lies within the month. Milliseconds. */
export const VALUE_STALE_MS: number = PRICE_DAYS * 24 * 60 * 60 * 1_000;
/** The most an item may count for, so that a wrong price at the platform cannot break the bank. */
export const VALUE_MAX: Minor = minor("100000000.00");

/** How long an item's former value is remembered, in milliseconds. */
export const PAST_VALUES_MS = 24 * 60 * 60 * 1_000;
/** Maximum remembered changes of one item's value; beyond it, every further one needs two admins. */
export const PAST_VALUES_MAX = 20;

/** Bounds of an admin's override, inclusive. */
export const OVERRIDE_MIN: Minor = minor("1.00");
export const OVERRIDE_MAX: Minor = minor("100000000.00");

/** Whether a value differs by more than half from any of some others: then its change needs two admins. */
export const isFarFromAny = (value: Minor, others: readonly Minor[]): boolean =>
  others.some((one) => 2n * (value > one ? value - one : one - value) > one);

/** The source of a market value. */
export const VALUE_SOURCES = [
  "median_of_daily_prices",
  "few_daily_prices",
  "recent_average_price",
  "original_price",
] as const;
export type ValueSource = (typeof VALUE_SOURCES)[number];
/** The source of a value in force: the market, or an admin. */
export const VALUE_GROUNDS = [...VALUE_SOURCES, "override"] as const;
export type ValueContext = (typeof VALUE_GROUNDS)[number];

/** A value in force: its source, and since when, in milliseconds. */
export interface ValueBasis {
  readonly source: ValueContext;
  readonly valueAt: number;
}

/**
 * Whether items can be staked at a value: an admin set it, or it is the median of enough daily prices and not stale.
 * @param at milliseconds
 */
export const isAcceptedValue = ({ source, valueAt }: ValueBasis, at: number): boolean =>
  source === "override" || (source === "median_of_daily_prices" && at - valueAt < VALUE_STALE_MS);

/** How rare an item is, by what it is worth. @param value minor units of RBX */
export function rarityOf(value: Minor): Rarity {
  if (value >= LEGENDARY_FROM) return "legendary";
  if (value >= EPIC_FROM) return "epic";
  return value >= RARE_FROM ? "rare" : "common";
}

/** What the platform says of an item's price, in whole units of its currency; one price a day of the last month. */
export interface Prices {
  readonly daily: readonly number[];
  readonly recentAverage: number | null;
  readonly original: number | null;
}

/**
 * An item's value: the median of the newest daily prices, if there are enough; else the platform's average, else the
 * original price. One unit of the platform's currency counts as 1.00 RBX.
 * @returns minor units of RBX, or null when there is no price at all
 * @example marketValueOf({ daily: [], recentAverage: 120, original: 50 })?.value // 12000n
 */
export function marketValueOf(
  prices: Prices,
): { readonly value: Minor; readonly source: ValueSource } | null {
  const daily = prices.daily.slice(0, PRICE_DAYS).filter(isPrice);
  if (daily.length >= PRICE_DAYS_MIN) return { value: medianOf(daily), source: "median_of_daily_prices" };
  if (daily.length >= PRICE_DAYS_FEW) return { value: medianOf(daily), source: "few_daily_prices" };
  if (isPrice(prices.recentAverage))
    return { value: minorOf(prices.recentAverage), source: "recent_average_price" };
  return isPrice(prices.original) ? { value: minorOf(prices.original), source: "original_price" } : null;
}

const isPrice = (price: number | null): price is number => Number.isSafeInteger(price) && (price ?? 0) > 0;

const minorOf = (price: number): Minor => {
  const value = BigInt(price) * 100n;
  return value < VALUE_MAX ? value : VALUE_MAX;
};

/** The middle of an odd number of prices; of an even number the lower whole minor unit between the two middle ones. */
function medianOf(prices: readonly number[]): Minor {
  const sorted = prices.map(minorOf).sort(compareMinor);
  const upper = sorted[sorted.length >> 1] ?? 0n;
  return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? 0n) + upper) / 2n;
}
