import { queryOptions } from "@tanstack/react-query";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import type { RARITIES } from "#web/features/limiteds/browse.ts";
import type { SORTS } from "#web/features/listings/messages.ts";
import { type CallInput, callPage } from "#web/lib/api/api.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { faultsOfRange } from "#web/lib/range.ts";

/** Polling interval of listings while the live stream is down, in milliseconds. */
const LISTINGS_POLL_MS = 10_000;
/** Cards on one page: whole rows of two, three and four. */
const LISTINGS_PER_PAGE = 24;
/** The newest of the player's own listings that are shown. */
const OWN_LISTINGS_MAX = 200;

/** The shop's filters, as entered. */
export interface Criteria {
  readonly search: string;
  readonly sort: keyof typeof SORTS;
  /** Dollars; empty for any. */
  readonly minPrice: string;
  readonly maxPrice: string;
  readonly rarity: keyof typeof RARITIES;
  readonly condition: ListingShown["condition"] | "all";
  readonly paymentMethod: ListingShown["paymentMethods"][number] | "all";
  /** The number of a category. */
  readonly category: string;
}
/** No filter at all, newest first. */
export const EVERYTHING: Criteria = {
  search: "",
  sort: "newest",
  minPrice: "",
  maxPrice: "",
  rarity: "all",
  condition: "all",
  paymentMethod: "all",
  category: "all",
};
/** Whether nothing is chosen or typed, also after it was undone by hand. */
export const isEverything = (criteria: Criteria): boolean =>
  (Object.keys(EVERYTHING) as (keyof Criteria)[]).every((name) => criteria[name] === EVERYTHING[name]);

/** What the Filters button shows. */
export const FILTERS = ["minPrice", "maxPrice", "rarity", "condition", "paymentMethod", "category"] as const;

/** What is wrong with the range of prices; fields without fault are left out. */
export const faultsOf = ({ minPrice: least, maxPrice: most }: Criteria) =>
  faultsOfRange(
    { least, most },
    {
      read: (text) => parseMinor(boundOf(text) ?? ""),
      notAnAmount: "Enter a price such as 19.99",
      tooLow: "Enter at least the lowest price",
    },
  );

type Query = NonNullable<CallInput<"GET /shop/listings">["query"]>;
/** A price as the API takes it; what is no price bounds nothing. */
const boundOf = (text: string): string | undefined =>
  /^\d{1,5}(\.\d{1,2})?$/.test(text.trim()) ? text.trim() : undefined;
const unlessAll = <T extends string>(choice: T | "all"): T | undefined =>
  choice === "all" ? undefined : choice;

interface Part {
  /** The id of the only seller who is looked at. */
  readonly seller?: string | undefined;
  /** The number at the platform of the only item that is looked at. */
  readonly limitedId?: number | undefined;
  /** Where the previous page said that the list continues. */
  readonly next?: string | undefined;
}

const queryOf = (criteria: Criteria, { seller, limitedId, next }: Part): Query => ({
  search: criteria.search.trim(),
  sort: criteria.sort,
  minPrice: boundOf(criteria.minPrice),
  maxPrice: boundOf(criteria.maxPrice),
  rarity: unlessAll(criteria.rarity),
  condition: unlessAll(criteria.condition),
  paymentMethod: unlessAll(criteria.paymentMethod),
  category: unlessAll(criteria.category),
  seller,
  limitedId: limitedId?.toString(),
  limit: String(LISTINGS_PER_PAGE),
  next,
});

/** A page of what is for sale. */
export function listingsQuery(criteria: Criteria, part: Part) {
  const query = queryOf(criteria, part);
  return queryOptions({
    queryKey: ["GET /shop/listings", null, query] as const,
    queryFn: ({ signal }) => callPage("GET /shop/listings", { query, signal }),
    meta: { topics: ["shop"], unlogged: [], pollMs: LISTINGS_POLL_MS },
  });
}

/** The player's own listings, the newest first. */
export const myListingsQuery = apiQuery("GET /shop/my-listings", {
  input: { query: { limit: String(OWN_LISTINGS_MAX) } },
  topics: ["shop"],
  pollMs: LISTINGS_POLL_MS,
});

/** What copies of an item sold for, and a suggested price. @param assetId the item's id at the platform */
export const itemPricesQuery = (assetId: number) =>
  apiQuery("GET /shop/items/{id}", { input: { params: { id: String(assetId) } }, topics: ["shop"] });

/** The categories of the shop, in their order. */
export const categoriesQuery = apiQuery("GET /shop/categories", { topics: ["shop"] });

/** The listings that the player watches. */
export const watchlistQuery = apiQuery("GET /shop/watchlist", { topics: ["shop"] });

/** A seller, and what buyers say of them. */
export const sellerQuery = (id: string) =>
  apiQuery("GET /shop/sellers/{id}", { input: { params: { id } }, topics: ["shop"] });
