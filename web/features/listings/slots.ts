import type { ComponentType } from "react";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** What others can do with a listing, such as buying it. */
export const listingActs = defineSlot<ComponentType<{ readonly listing: ListingShown }>>();
