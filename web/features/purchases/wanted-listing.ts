import type { ListingShown } from "#domain/features/listings/contract.ts";
import { createStore } from "#web/lib/store/store.ts";

/** The listing that the open dialog buys. */
export const wantedListing = createStore<ListingShown | null>(null);
