import type { ListingShown } from "#domain/features/listings/contract.ts";

export const TITLE = "Limited Items Shop";
export const DESCRIPTION = "Limited items that players sell for dollars.";
export const SIGNED_OUT = "Please log in to access the shop";

export const SELL = "Sell Item";
export const SELL_TITLE = "Create Shop Listing";
export const SELL_ABOUT =
  "While an item is listed, you cannot play it or list it again. You can remove the listing until someone buys.";

export const NO_LISTINGS = { title: "No items found", text: "Try adjusting your search criteria" } as const;
/** Shown instead when the whole shop is empty, so that other criteria find nothing either. */
export const NOTHING_FOR_SALE = "No player sells an item at the moment.";
export const NO_OWN_LISTINGS = {
  title: "No active listings",
  text: "List an item from your inventory to sell it for dollars.",
} as const;

export const LISTED = { title: "Listing Created", description: "Your item is now listed for sale!" } as const;
export const LIST_FAILED = "Failed to create listing";
export const SAVED = { title: "Listing Saved", description: "The shop shows your changes." } as const;
export const SAVE_FAILED = "Failed to save listing";
export const REMOVED = {
  title: "Listing Removed",
  description: "The item is back in your inventory.",
} as const;
export const REMOVE_FAILED = "Failed to remove listing";

export const SORTS = {
  newest: "Newest First",
  price_asc: "Price: Low to High",
  price_desc: "Price: High to Low",
  popular: "Most Popular",
  deal: "Best Deal",
} as const;

export const CONDITION_LABELS: Readonly<Record<ListingShown["condition"], string>> = {
  excellent: "Excellent",
  good: "Good",
  fair: "Fair",
};

export const ON_SIGHT =
  "This item is not in custody: once it is paid for, you have 24 hours to send it to the buyer in a trade.";
export const WATCH_FAILED = "Failed to change your watchlist";
export const MEDIAN_LABEL = "30-day median";
