import { endpoints } from "#domain/features/contract.ts";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import type { ListingShown, OpenListingRequest } from "#domain/features/listings/contract.ts";
import { dollarsPerThousandRbx } from "#domain/features/listings/settings.ts";
import { PAYMENT_METHODS } from "#domain/features/payment-methods/rules.ts";
import { formatMinor, minor } from "#domain/kernel/money.ts";
import { type Act, act, amountOf, habit, type Moment, pick } from "#service/demo/crowd/habit.ts";
import { crowdPersonas } from "#service/integrations/platform/sandbox/personas.ts";

/** Wanted listings of all demo players, and the maximum of one. */
export const LISTINGS_WANTED = 12;
const LISTINGS_OF_ONE_MAX = 2;
/** The asking price of an item, in percent of its value. */
const ASKED_PERCENT = [80n, 90n, 95n, 100n, 110n, 125n] as const;
const THOUSAND_RBX = minor("1000.00");
const LEAST = minor("0.50");

/** Descriptions of demo players' listings. */
const SAYINGS: readonly Pick<OpenListingRequest, "condition" | "description">[] = [
  { condition: "excellent", description: "Never traded since the day it was out." },
  { condition: "excellent", description: null },
  { condition: "good", description: "I have two of these and need one." },
  { condition: "good", description: "Saving up for another hat." },
  { condition: "fair", description: "Priced to go." },
];

const CROWD: ReadonlySet<string> = new Set(crowdPersonas.map(({ username }) => username));

/** What a player sees before it decides. */
interface Seen {
  readonly listings: readonly ListingShown[];
  readonly entries: readonly UserLimited[];
}

export const listingHabit = habit({
  name: "listings",
  weight: 1,
  onArrival: true,
  look: async (ask): Promise<Seen> => ({
    listings: await ask(endpoints.shopListings, { limit: "100" }),
    entries: await ask(endpoints.userLimiteds, { limit: "200" }),
  }),
  choose: nextListing,
});

/** Puts an item up for sale while demo players sell too little. */
export function nextListing({ listings, entries }: Seen, { chance }: Moment): Act | null {
  const crowds = listings.filter(({ seller }) => CROWD.has(seller.username));
  const own = crowds.filter(({ isOwn }) => isOwn);
  if (crowds.length >= LISTINGS_WANTED || own.length >= LISTINGS_OF_ONE_MAX) return null;
  // A single copy, so that the buyer can only be sent that one.
  const entry = pick(
    entries.filter(({ inPlay, quantity }) => !inPlay && quantity === 1),
    chance,
  );
  const said = pick(SAYINGS, chance);
  const percent = pick(ASKED_PERCENT, chance);
  if (entry === undefined || said === undefined || percent === undefined) return null;
  const { id, limitedId, itemName, itemValue, serialNumber } = entry;
  const counts = (amountOf(itemValue) * dollarsPerThousandRbx.default) / THOUSAND_RBX;
  const asked = (counts * percent) / 100n;
  return act(endpoints.openListing, {
    userLimitedId: id,
    limitedId,
    title: serialNumber === null ? itemName : `${itemName} #${serialNumber}`,
    ...said,
    priceUSD: Number(formatMinor(asked < LEAST ? LEAST : asked)),
    paymentMethods: PAYMENT_METHODS.filter((_, n) => n === 0 || chance() < 0.5),
  });
}
