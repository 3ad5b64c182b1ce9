import {
  listingEdited,
  listingFeatured,
  listingFreed,
  listingOpened,
  listingRemoved,
  listingReserved,
  listingReturned,
  listingSold,
  listingTraded,
} from "#domain/features/listings/events.ts";
import type { Listing } from "#domain/features/listings/listing.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { anyOf } from "#domain/kernel/events/event-definition.ts";
import { expectRetold, retold } from "#service/ledger/verifier/as-told.ts";
import type { LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const MOVES = [
  retold(listingOpened),
  retold(listingRemoved),
  retold(listingSold),
  retold(listingTraded),
  retold(listingReturned),
];
const ofActive = anyOf(listingEdited, listingFeatured, listingReserved);
const ofReserved = anyOf(listingFreed, listingTraded);
const isOfListing = anyOf(
  ...[listingOpened, listingEdited, listingFeatured, listingReserved],
  ...[listingFreed, listingRemoved, listingSold, listingTraded, listingReturned],
);

/** Whether an event of a listing may follow what the listing was before. */
function isNextStage(event: RecordedEvent, listing: Listing): boolean {
  if (listingOpened.is(event)) return listing.status === "absent";
  if (listing.status === "absent") return false;
  const { status, purchaseId } = listing;
  const isFor = (id: string): boolean => purchaseId === id;
  if (ofActive(event)) return status === "active";
  // A trade that does not come ends the reserved listing.
  if (listingRemoved.is(event)) return status === "active" || status === "reserved";
  if (ofReserved(event)) return status === "reserved" && isFor(event.payload.purchaseId);
  // A late payment buys what is for sale again.
  if (listingSold.is(event))
    return status === "active" || (status === "reserved" && isFor(event.payload.purchaseId));
  return listingReturned.is(event) && status === "sold" && isFor(event.payload.purchaseId);
}

/** Whether an event names the seller of its listing, and the copy that was listed. */
function isOfItsOwn({ payload }: RecordedEvent, listing: Listing): boolean {
  if (listing.status === "absent") return true;
  const { sellerId, copy = listing.copy } = payload;
  return sellerId === listing.sellerId && copy === listing.copy;
}

/**
 * Checks that a listed copy goes into escrow and out of it as each event says, and nothing else moves: each event
 * follows the one before, and is of the listing's seller and copy.
 */
export const listingsCheck: LogCheck = {
  name: "listings",
  begin: () => ({
    event: (event, state) => {
      if (!isOfListing(event)) return;
      const { position, type } = event;
      expectRetold(event, MOVES);
      const listing = state as Listing;
      expectAt(position, isNextStage(event, listing), () => `${type} does not follow what the listing was.`);
      expectAt(position, isOfItsOwn(event, listing), () => {
        return `${type} names another seller or copy than its listing.`;
      });
    },
  }),
};
