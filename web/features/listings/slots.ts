import type { ListingShown } from "#domain/features/listings/contract.ts";
import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** Actions of others on a listing, such as buying it. */
export const listingActs = defineSlot<LazyPage<{ readonly listing: ListingShown }>>();

/** Their dialogs, on each page with listings: a card is removed once somebody else buys its item. */
export const listingDialogs = defineSlot<LazyPage>();

/** Further tabs of the shop, after Browse and My Listings. */
export const shopTabs = defineSlot<{
  /** As the address names it. */
  readonly value: string;
  readonly label: string;
  readonly page: LazyPage;
}>();
