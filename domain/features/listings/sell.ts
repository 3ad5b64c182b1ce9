import type { Asset } from "../../accounts/account.ts";
import type { Copy } from "../../accounts/item.ts";
import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import { formatMinor, type Minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import { type Actor, refusalOfActor } from "../roles/admin.ts";
import { refusalOfSuspended, standing } from "../roles/standing.ts";
import { type Categories, takesListings } from "./categories.ts";
import { listingEdited, listingFeatured, listingOpened, listingRemoved } from "./events.ts";
import { activeListings, type Listing, type Offer } from "./listing.ts";
import { ACTIVE_LISTINGS_MAX, ceilingOf } from "./rules.ts";

export interface OpenListing {
  readonly listingId: string;
  readonly sellerId: string;
  readonly copy: Copy;
  readonly serial: number | null;
  readonly offer: Offer;
}

/** What selling depends on: the seller, what they hold free, and what the copy is worth as of the head. */
export interface SellContext {
  readonly player: Player;
  readonly holding: (asset: Asset) => bigint;
  /** Minor units of RBX; null for an item without a value that counts. */
  readonly worthOf: (copy: Copy) => Minor | null;
  /** Cents that 1,000 RBX of value count as. */
  readonly rate: Minor;
  readonly categories: Categories;
}

/** Why a copy that is not free cannot be sold. */
export const IN_PLAY: Refusal = {
  code: "in_play",
  detail: "This item is in a game, already listed or not yours to sell at the moment.",
};

type Answer = { readonly id: string };

/** Puts a copy up for sale: it goes into escrow, where nobody can stake or list it once more. */
export function openListing(
  { listingId, sellerId, copy, serial, offer }: OpenListing,
  context: SellContext & { readonly isInCustody: (copy: Copy) => boolean },
): Decision<Answer> {
  const { player } = context;
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const bar = refusalOfSuspended(standing.of(player));
  if (bar !== null) return { refused: bar };
  if (context.holding(copy) < 1n) return { refused: IN_PLAY };
  if (activeListings.of(player) >= ACTIVE_LISTINGS_MAX)
    return refuse("too_many_listings", `You can have at most ${ACTIVE_LISTINGS_MAX} active listings.`);
  const bad = refusalOfOffer(offer, copy, context);
  if (bad !== null) return { refused: bad };
  const inCustody = context.isInCustody(copy);
  return accept([listingOpened({ listingId, sellerId, ...offer, copy, inCustody, serial })], {
    id: listingId,
  });
}

/** Why a copy cannot be offered so. */
function refusalOfOffer(
  { price, category }: Offer,
  copy: Copy,
  { worthOf, rate, categories }: Pick<SellContext, "worthOf" | "rate" | "categories">,
): Refusal | null {
  if (category !== null && !takesListings(categories, category))
    return { code: "unknown_category", detail: "There is no such category. Choose another, or none." };
  const ceiling = ceilingOf(worthOf(copy), rate);
  if (BigInt(price) <= ceiling) return null;
  const most = formatMinor(ceiling);
  const detail = `This item can cost at most $${most}: ten times its value in dollars.`;
  return { code: "price_too_high", detail, facts: { most } };
}

const UNKNOWN = refuse("unknown_listing", "There is no such listing.");
const refusalOfStatus = ({ status }: Exclude<Listing, { readonly status: "absent" }>) => {
  if (status === "active") return null;
  return status === "reserved"
    ? refuse("reserved", "Someone is paying for this item. Try again if the payment falls through.")
    : refuse("not_active", "This listing is no longer active.");
};

/** Changes what a listing says or costs, as its seller alone may. */
export function editListing(
  {
    listingId,
    sellerId,
    changes,
  }: Pick<OpenListing, "listingId" | "sellerId"> & { readonly changes: Partial<Offer> },
  { listing, ...context }: Omit<SellContext, "holding"> & { readonly listing: Listing },
): Decision<Answer> {
  // Another's listing looks like none.
  if (listing.status === "absent" || listing.sellerId !== sellerId) return UNKNOWN;
  const closed = refusalOfStatus(listing);
  if (closed !== null) return closed;
  const bar = refusalOfSuspended(standing.of(context.player));
  if (bar !== null) return { refused: bar };
  const offer = { ...listing.offer, ...changes };
  const bad = refusalOfOffer(offer, listing.copy, context);
  if (bad !== null) return { refused: bad };
  return accept([listingEdited({ listingId, sellerId, ...offer })], { id: listingId });
}

/** A listing, and who acts upon it, as of the head. */
export interface ListingContext {
  readonly listing: Listing;
  readonly actor: Actor;
}

/** Takes a listing back, as its seller may, and an admin with a reason; the copy goes back to the seller. */
export function removeListing(
  {
    listingId,
    by,
    reason,
  }: { readonly listingId: string; readonly by: string; readonly reason: string | null },
  { listing, actor }: ListingContext,
): Decision<Answer> {
  const refusal = reason === null ? null : refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  if (listing.status === "absent" || (reason === null && listing.sellerId !== by)) return UNKNOWN;
  const closed = refusalOfStatus(listing);
  if (closed !== null) return closed;
  const { sellerId, copy } = listing;
  return accept([listingRemoved({ listingId, sellerId, by, copy, reason })], { id: listingId });
}

/** The actor for a listing that the house takes back. */
export const HOUSE = "house";

/** Removes a listing whose copy the platform shows elsewhere or no longer; for a copy in custody the ledger decides. */
export function closeGone(listingId: string, listing: Listing): Decision<Answer> {
  if (listing.status !== "active" || listing.inCustody)
    return refuse("not_active", "This listing is no longer active.");
  const { sellerId, copy } = listing;
  const reason = "The seller no longer has its copy.";
  return accept([listingRemoved({ listingId, sellerId, by: HOUSE, copy, reason })], { id: listingId });
}

/** Whether a listing is to be featured, by an admin. */
export interface FeatureListing {
  readonly listingId: string;
  readonly by: string;
  readonly isFeatured: boolean;
  readonly reason: string;
}

/** Puts a listing among the featured ones, or takes it from there. */
export function featureListing(
  command: FeatureListing,
  { listing, actor }: ListingContext,
): Decision<Answer> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  if (listing.status === "absent") return UNKNOWN;
  const closed = refusalOfStatus(listing);
  if (closed !== null) return closed;
  if (listing.isFeatured === command.isFeatured)
    return refuse("unchanged", "The listing already has these terms.");
  return accept([listingFeatured({ ...command, sellerId: listing.sellerId })], { id: command.listingId });
}
