import { type Minor, minor } from "../../kernel/money.ts";

/** What a listing costs, in cents. */
export const PRICE_LEAST = minor("0.01");
export const PRICE_MOST = minor("10000.00");
/** Maximum price as a multiple of the item's value in dollars: more would move money, not an item. */
export const CEILING_TIMES = 10n;
export const ACTIVE_LISTINGS_MAX = 50;
export const CATEGORIES_MAX = 50;
/** Listings that one player watches. */
export const WATCHED_MAX = 200;
export const TITLE_MAX = 100;
/** The most stars that a review gives. */
export const RATING_MAX = 5;
export const DESCRIPTION_MAX = 500;
export const CONDITIONS = ["excellent", "good", "fair"] as const;
export const LISTING_STATUSES = ["active", "reserved", "sold", "removed"] as const;
export const LISTING_SORTS = ["newest", "price_asc", "price_desc", "popular", "deal"] as const;

const RBX_COUNTED = minor("1000.00");

/**
 * The most that a copy can be listed for, in cents.
 * @param value minor units of RBX; null for an item without a value that counts
 * @param rate cents that 1,000 RBX count as
 */
export function ceilingOf(value: Minor | null, rate: Minor): Minor {
  if (value === null) return PRICE_MOST;
  const ceiling = (value * rate * CEILING_TIMES) / RBX_COUNTED;
  if (ceiling < PRICE_LEAST) return PRICE_LEAST;
  return ceiling > PRICE_MOST ? PRICE_MOST : ceiling;
}
