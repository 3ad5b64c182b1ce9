import type { Copy } from "../../accounts/item.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { StreamKind, StreamRead } from "../../kernel/events/stream-kind.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import type { PaymentMethod } from "../payment-methods/rules.ts";
import {
  listingEdited,
  listingFeatured,
  listingFreed,
  listingOpened,
  listingRemoved,
  listingReserved,
  listingReturned,
  listingSold,
  listingStream,
  listingTraded,
} from "./events.ts";
import type { CONDITIONS, LISTING_STATUSES } from "./rules.ts";

/** A seller's description and price of a copy. */
export interface Offer {
  readonly category: number | null;
  readonly condition: (typeof CONDITIONS)[number];
  readonly description: string | null;
  readonly paymentMethods: readonly PaymentMethod[];
  /** Cents, as text. */
  readonly price: string;
  readonly title: string;
}

/** What the log says of a listing, as far as a decision needs it. */
export type Listing =
  | { readonly status: "absent" }
  | {
      readonly status: (typeof LISTING_STATUSES)[number];
      /** Of a reserved or sold listing. */
      readonly purchaseId: string | null;
      readonly sellerId: string;
      readonly copy: Copy;
      readonly inCustody: boolean;
      readonly isFeatured: boolean;
      readonly offer: Offer;
    };

const offerOf = ({ category, condition, description, paymentMethods, price, title }: Offer): Offer => ({
  category,
  condition,
  description,
  paymentMethods,
  price,
  title,
});

function evolveListing(listing: Listing, event: NewEvent): Listing {
  if (listingOpened.is(event)) {
    const { sellerId, copy, inCustody } = event.payload;
    return {
      status: "active",
      purchaseId: null,
      sellerId,
      copy: copy as Copy,
      inCustody,
      isFeatured: false,
      offer: offerOf(event.payload),
    };
  }
  if (listing.status === "absent") return listing;
  if (listingEdited.is(event)) return { ...listing, offer: offerOf(event.payload) };
  if (listingFeatured.is(event)) return { ...listing, isFeatured: event.payload.isFeatured };
  if (listingRemoved.is(event) || listingReturned.is(event)) return { ...listing, status: "removed" };
  if (listingReserved.is(event))
    return { ...listing, status: "reserved", purchaseId: event.payload.purchaseId };
  if (listingFreed.is(event)) return { ...listing, status: "active", purchaseId: null };
  if (listingSold.is(event) || listingTraded.is(event))
    return { ...listing, status: "sold", purchaseId: event.payload.purchaseId };
  return listing;
}

export const listingStreamKind: StreamKind<Listing> = {
  kind: "listing",
  foldVersion: 1,
  initial: { status: "absent" },
  evolve: evolveListing,
};

/** The stream of a listing. */
export const readOfListing = (listingId: string): StreamRead<Listing> => ({
  kind: listingStreamKind,
  name: listingStream(listingId),
});

/** How many active listings a player has. */
export const activeListings = playerSlice<number>({
  name: "active-listings",
  version: 2,
  initial: 0,
  on: [
    on(listingOpened, (active) => active + 1),
    on(listingRemoved, (active) => active - 1),
    on(listingSold, (active) => active - 1),
    on(listingTraded, (active) => active - 1),
  ],
  unfinished: (active) => (active > 0 ? "Your listings have to be sold or removed." : null),
});
