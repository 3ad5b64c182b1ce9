import { expect, it } from "vitest";
import {
  listingEdited,
  listingFeatured,
  listingFreed,
  listingRemoved,
  listingReturned,
  listingSold,
  listingTraded,
} from "#domain/features/listings/events.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { aBegun, aDelivered, BUYER, COPY, LISTING, SELLER, THIS } from "#domain/testing/purchases.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

const THIEF = "p_thief";
const own = { listingId: LISTING, sellerId: SELLER };
const sold = { ...own, copy: COPY, purchaseId: THIS, buyerId: BUYER };
const freed = listingFreed({ ...own, purchaseId: THIS });
const removed = (over: object = {}) =>
  listingRemoved({ ...own, by: SELLER, copy: COPY, reason: null, ...over });
const UNLIKE = (type: string) => `${type} names another seller or copy than its listing.`;
const NOT_NEXT = (type: string) => `${type} does not follow what the listing was.`;

/** The problem with a log that goes on with some events, each of a command of its own. */
function problemAfter(begin: typeof aBegun, ...events: readonly NewEvent[]): string | null {
  const { events: before, at } = begin();
  // Not by the log itself, which refuses to give a player what is not theirs.
  const forged = events.map((event, n) => {
    const commandId = `forged ${n}`;
    const place = { position: before.length + n + 1, version: 1, eventId: `${commandId}.0`, commandId };
    return { ...event, ...place, recordedAt: at, actor: "test" };
  });
  return problemOfEvents([...before, ...forged]);
}

it("accepts what its seller does with a listing that is for sale again", () => {
  expect(problemAfter(aBegun, freed, removed())).toBeNull();
});

it("rejects a listed copy that goes to another seller, or another copy than the listed one", () => {
  expect(problemAfter(aBegun, freed, removed({ sellerId: THIEF }))).toBe(UNLIKE("ListingRemoved"));
  expect(problemAfter(aBegun, freed, removed({ copy: "item:101:8" }))).toBe(UNLIKE("ListingRemoved"));
  expect(problemAfter(aDelivered, listingReturned({ ...sold, sellerId: THIEF }))).toBe(
    UNLIKE("ListingReturned"),
  );
  expect(problemAfter(aDelivered, listingReturned({ ...sold, copy: "item:101:8" }))).toBe(
    UNLIKE("ListingReturned"),
  );
});

it("rejects an event of a listing that was never opened", () => {
  const other = { ...sold, listingId: "l_2", buyerId: THIEF };
  expect(problemAfter(aBegun, listingReturned({ ...other, buyerId: SELLER, sellerId: THIEF }))).toBe(
    NOT_NEXT("ListingReturned"),
  );
  expect(problemAfter(aBegun, listingSold(other))).toBe(NOT_NEXT("ListingSold"));
});

it("rejects an event that does not follow what the listing was", () => {
  const another = { ...sold, purchaseId: "u_9" };
  expect(problemAfter(aBegun, listingSold(another))).toBe(NOT_NEXT("ListingSold"));
  expect(problemAfter(aBegun, listingTraded({ ...another, proof: "said" }))).toBe(NOT_NEXT("ListingTraded"));
  expect(problemAfter(aBegun, listingFreed({ ...own, purchaseId: "u_9" }))).toBe(NOT_NEXT("ListingFreed"));
  expect(problemAfter(aDelivered, listingSold(sold))).toBe(NOT_NEXT("ListingSold"));
  expect(problemAfter(aDelivered, listingReturned(another))).toBe(NOT_NEXT("ListingReturned"));
  expect(problemAfter(aDelivered, removed())).toBe(NOT_NEXT("ListingRemoved"));
  const offer = { category: null, condition: "good", description: null, price: "1", title: "Hat" } as const;
  expect(problemAfter(aBegun, listingEdited({ ...own, ...offer, paymentMethods: ["stripe"] }))).toBe(
    NOT_NEXT("ListingEdited"),
  );
  const featured = listingFeatured({ ...own, by: SELLER, isFeatured: true, reason: "r" });
  expect(problemAfter(aBegun, featured)).toBe(NOT_NEXT("ListingFeatured"));
});
