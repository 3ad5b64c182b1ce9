import { z } from "zod";
import { type Account, playerAccount } from "../../accounts/account.ts";
import { moveCopy } from "../../accounts/item.ts";
import { copy } from "../../accounts/payload.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { PAYMENT_METHODS } from "../payment-methods/rules.ts";
import { playerStream } from "../players/events.ts";
import { CONDITIONS } from "./rules.ts";

/** The stream of a listing. */
export const listingStream = (listingId: string): StreamName => `listing:${listingId}`;
/** The account that holds a copy while it is listed. */
export const listingEscrow = (listingId: string): Account => `escrow:${listingId}`;

const ofListing = { listingId: z.string(), sellerId: z.string() };
/** Everything that an edit can change. */
const offer = {
  category: whole.nullable(),
  condition: z.enum(CONDITIONS),
  description: z.string().nullable(),
  paymentMethods: z.array(z.enum(PAYMENT_METHODS)),
  /** Cents. */
  price: moneyMinorText,
  title: z.string(),
};
const ofBoth = <P extends { readonly listingId: string; readonly sellerId: string }>(payload: P) => ({
  streams: [listingStream(payload.listingId), playerStream(payload.sellerId)] as const,
  payload,
});
const live = { player: ["inventory"], everybody: ["shop"] } as const;
const example = { listingId: "0193e3f0-0000-7000-8000-0000000000d1", sellerId: "p_alice" };
const exampleOffer = {
  category: null,
  condition: "excellent",
  description: null,
  paymentMethods: ["paypal", "stripe"],
  price: "1999",
  title: "A fine hat",
} as const;

/** A player put a copy up for sale: it is in escrow until it is sold or taken back. */
export const listingOpened = defineEvent({
  type: "ListingOpened",
  payload: z.strictObject({
    ...ofListing,
    ...offer,
    copy,
    /** Whether the house had the copy in custody: only then can it be delivered by us. */
    inCustody: z.boolean(),
    serial: whole.nullable(),
  }),
  record: (payload) => ({
    ...ofBoth(payload),
    postings: moveCopy(payload.copy, playerAccount(payload.sellerId), listingEscrow(payload.listingId)),
  }),
  live,
  example: [{ ...example, ...exampleOffer, copy: "item:101:7", inCustody: true, serial: 12 }],
});

/** The seller changed what a listing says or costs. */
export const listingEdited = defineEvent({
  type: "ListingEdited",
  payload: z.strictObject({ ...ofListing, ...offer }),
  record: (payload) => ({ streams: [listingStream(payload.listingId)], payload }),
  live: { everybody: ["shop"] },
  example: [{ ...example, ...exampleOffer, price: "1499" }],
});

/** A listing was taken back, by its seller or by an admin with a reason: the copy went back to the seller. */
export const listingRemoved = defineEvent({
  type: "ListingRemoved",
  isByAnybody: true,
  payload: z.strictObject({ ...ofListing, by: z.string(), copy, reason: z.string().nullable() }),
  record: (payload) => ({
    ...ofBoth(payload),
    postings: moveCopy(payload.copy, listingEscrow(payload.listingId), playerAccount(payload.sellerId)),
  }),
  live,
  example: [{ ...example, by: "p_alice", copy: "item:101:7", reason: null }],
});

/** An admin put a listing among the featured ones, or took it from there. */
export const listingFeatured = defineEvent({
  type: "ListingFeatured",
  payload: z.strictObject({ ...ofListing, by: z.string(), isFeatured: z.boolean(), reason: z.string() }),
  record: (payload) => ({ streams: [listingStream(payload.listingId)], payload }),
  live: { everybody: ["shop"] },
  example: [{ ...example, by: "p_root", isFeatured: true, reason: "A rare one." }],
});

/** Somebody is buying: nobody else can, and the seller changes nothing, until an instant in milliseconds. */
export const listingReserved = defineEvent({
  type: "ListingReserved",
  payload: z.strictObject({ ...ofListing, purchaseId: z.string(), until: whole }),
  record: (payload) => ({ streams: [listingStream(payload.listingId)], payload }),
  live: { everybody: ["shop"] },
  example: [{ ...example, purchaseId: "u_1", until: 1_767_227_400_000 }],
});

/** A purchase came to nothing: the listing is for sale again. */
export const listingFreed = defineEvent({
  type: "ListingFreed",
  payload: z.strictObject({ ...ofListing, purchaseId: z.string() }),
  record: (payload) => ({ streams: [listingStream(payload.listingId)], payload }),
  live: { everybody: ["shop"] },
  example: [{ ...example, purchaseId: "u_1" }],
});

/** A listed copy went to its buyer. In custody it stays as it was: custody follows the copy. */
export const listingSold = defineEvent({
  type: "ListingSold",
  payload: z.strictObject({ ...ofListing, buyerId: z.string(), copy, purchaseId: z.string() }),
  record: (payload) => ({
    ...ofBoth(payload),
    postings: moveCopy(payload.copy, listingEscrow(payload.listingId), playerAccount(payload.buyerId)),
  }),
  live,
  example: [{ ...example, buyerId: "p_bob", copy: "item:101:7", purchaseId: "u_1" }],
});

/**
 * A copy not in custody was sold and handed over on the platform. In the ledger it goes back to where it was last seen;
 * the next sync that sees it at the buyer moves it there.
 */
export const listingTraded = defineEvent({
  type: "ListingTraded",
  payload: z.strictObject({
    ...ofListing,
    buyerId: z.string(),
    copy,
    purchaseId: z.string(),
    /** The evidence: the platform shows it at the buyer, or the buyer or two admins say so; never the seller alone. */
    proof: z.enum(["seen", "said", "admins"]),
  }),
  record: (payload) => ({
    ...ofBoth(payload),
    postings: moveCopy(payload.copy, listingEscrow(payload.listingId), playerAccount(payload.sellerId)),
  }),
  live,
  example: [{ ...example, buyerId: "p_bob", copy: "item:101:7", purchaseId: "u_1", proof: "seen" }],
});

/** A sale was taken back: the copy is the seller's again, and not for sale. */
export const listingReturned = defineEvent({
  type: "ListingReturned",
  payload: z.strictObject({ ...ofListing, buyerId: z.string(), copy, purchaseId: z.string() }),
  record: (payload) => ({
    ...ofBoth(payload),
    postings: moveCopy(payload.copy, playerAccount(payload.buyerId), playerAccount(payload.sellerId)),
  }),
  live,
  example: [{ ...example, buyerId: "p_bob", copy: "item:101:7", purchaseId: "u_1" }],
});

/** A buyer's review of a seller, one for each purchase. */
export const sellerReviewed = defineEvent({
  type: "SellerReviewed",
  payload: z.strictObject({
    purchaseId: z.string(),
    sellerId: z.string(),
    reviewerId: z.string(),
    /** Stars. */
    rating: whole,
    comment: z.string().nullable(),
    isRecommended: z.boolean(),
  }),
  record: (payload) => ({
    streams: [`purchase:${payload.purchaseId}`, playerStream(payload.sellerId)],
    payload,
  }),
  live: { everybody: ["shop"] },
  notify: {
    to: "alsoIn",
    type: "shop",
    link: null,
    words: ({ rating }) => ({ title: "Review", message: `A buyer gave you ${rating} of 5 stars.` }),
  },
  example: [
    {
      ...{ purchaseId: "u_1", sellerId: "p_alice", reviewerId: "p_bob" },
      ...{ rating: 5, comment: "As described.", isRecommended: true },
    },
  ],
});

export const listingEvents = [
  listingOpened,
  listingEdited,
  listingRemoved,
  listingFeatured,
  listingReserved,
  listingFreed,
  listingSold,
  listingTraded,
  listingReturned,
  sellerReviewed,
] as const;
