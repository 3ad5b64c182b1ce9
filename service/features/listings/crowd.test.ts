import { expect, it } from "vitest";
import { type ListingShown, openListingSchema } from "#domain/features/listings/contract.ts";
import { entryOf, momentOf } from "#service/lab/testing/crowd.ts";
import { LISTINGS_WANTED, nextListing } from "./crowd.ts";

const forSale = (username: string, isOwn = false): ListingShown =>
  ({ seller: { username }, isOwn }) as Partial<ListingShown> as ListingShown;
const many = (count: number, listing: ListingShown) => Array.from({ length: count }, () => listing);

it("sells an item of its own for about its value, by the contract", () => {
  const entry = entryOf("2000.00", { serialNumber: 7 });
  const act = nextListing({ listings: [], entries: [entry] }, momentOf());
  expect(act?.path).toBe("/shop/listings");
  const body = openListingSchema.parse(act?.body);
  expect(body).toMatchObject({ userLimitedId: entry.id, title: "Paper Crown #7" });
  // 2,000 RBX are worth $7.00.
  expect(body.priceUSD).toBeGreaterThanOrEqual(5.6);
  expect(body.priceUSD).toBeLessThanOrEqual(8.75);
});

it("sells no item in play, in several copies, or below 50 cents", () => {
  const entries = [entryOf("240.00", { inPlay: true }), entryOf("240.00", { quantity: 2 })];
  expect(nextListing({ listings: [], entries }, momentOf())).toBeNull();
  expect(nextListing({ listings: [], entries: [entryOf("1.00")] }, momentOf())?.body).toMatchObject({
    priceUSD: 0.5,
  });
});

it("sells at most two at once, and nothing while demo players sell enough, people's listings aside", () => {
  const entries = [entryOf("240.00")];
  const next = (listings: readonly ListingShown[]) => nextListing({ listings, entries }, momentOf());
  expect(next(many(2, forSale("demo_iris", true)))).toBeNull();
  expect(next(many(LISTINGS_WANTED, forSale("demo_otto")))).toBeNull();
  expect(next(many(LISTINGS_WANTED, forSale("alice")))).not.toBeNull();
});
