import {
  listingOpened,
  listingRemoved,
  listingReturned,
  listingSold,
  listingTraded,
} from "#domain/features/listings/events.ts";
import { asToldCheck, retold } from "#service/ledger/verifier/as-told.ts";

/** Checks that a listed copy goes into escrow and out of it as each event says, and nothing else moves. */
export const listingsCheck = asToldCheck(
  "listings",
  retold(listingOpened),
  retold(listingRemoved),
  retold(listingSold),
  retold(listingTraded),
  retold(listingReturned),
);
