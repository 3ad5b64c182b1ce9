import { z } from "zod";
import {
  amountNumber,
  arrayQuery,
  endpoint,
  instantText,
  LIST_LIMIT_MAX,
  moneyText,
  position,
} from "../../kernel/contract.ts";
import { minor } from "../../kernel/money.ts";
import { SEARCH_CHARS_MAX } from "../../kernel/search.ts";
import { shownLine, shownLines } from "../../kernel/shown-text.ts";
import { shownPlayerSchema } from "../../player/privacy.ts";
import { RARITIES } from "../limiteds/rules.ts";
import { givenDetails } from "../payment-methods/contract.ts";
import { PAYMENT_METHODS } from "../payment-methods/rules.ts";
import { idText, noteText } from "../roles/contract.ts";
import { CONDITIONS, DESCRIPTION_MAX, LISTING_SORTS, LISTING_STATUSES, TITLE_MAX } from "./rules.ts";

const listingId = z.number().int().positive();
/** Dollars with two decimals. */
export const listingSchema = z.strictObject({
  id: listingId,
  position,
  title: z.string(),
  description: z.string().nullable(),
  priceUSD: moneyText,
  condition: z.enum(CONDITIONS),
  paymentMethods: z.array(z.enum(PAYMENT_METHODS)),
  views: z.number().int().nonnegative(),
  isActive: z.boolean(),
  isFeatured: z.boolean(),
  status: z.enum(LISTING_STATUSES),
  createdAt: instantText,
  limited: z.strictObject({
    id: z.number().int().positive(),
    robloxAssetId: z.number().int().positive(),
    name: z.string(),
    imageUrl: z.string(),
    rarity: z.enum(RARITIES),
    /** In RBX. */
    estimatedValue: moneyText,
  }),
  imageUrl: z.string(),
  serialNumber: z.number().int().nullable(),
  inCustody: z.boolean(),
  /** A hidden seller has no id. `rating` is null without a review; `sales` counts what was sold. */
  seller: shownPlayerSchema.extend({ rating: z.number().nullable(), sales: z.number().int().nonnegative() }),
  category: z.number().int().nullable(),
  isOwn: z.boolean(),
});
export type ListingShown = z.infer<typeof listingSchema>;

const categoryId = z.number().int().positive();
const title = shownLine({ required: "Title is required", charsMax: TITLE_MAX, tooLong: "Title too long" });
const description = shownLines({ charsMax: DESCRIPTION_MAX, tooLong: "Description too long" });
const priceUSD = z
  .number("Must be a number")
  .min(0.01, "Price must be at least $0.01")
  .max(10_000, "Price too high")
  .pipe(amountNumber);
const condition = z.enum(CONDITIONS);
const METHOD_REQUIRED = "At least one payment method required";
const paymentMethods = z
  .array(z.enum(PAYMENT_METHODS), METHOD_REQUIRED)
  .min(1, METHOD_REQUIRED)
  .max(PAYMENT_METHODS.length)
  .transform((methods) => [...new Set(methods)].sort());

/** The request to put a copy up for sale. */
export const openListingSchema = z.strictObject({
  /** The entry of the inventory. */
  userLimitedId: z.number("User limited item is required").int().min(1, "User limited item is required"),
  limitedId: z.number("Limited item is required").int().min(1, "Limited item is required").optional(),
  title,
  description: description.nullish(),
  priceUSD,
  condition: condition.default("excellent"),
  paymentMethods,
  category: categoryId.nullish(),
  /** How the seller is paid, kept among their payment methods. */
  ...givenDetails.shape,
});
export type OpenListingRequest = z.infer<typeof openListingSchema>;

/** The request to change a listing. */
export const editListingSchema = z.strictObject({
  title: title.optional(),
  description: description.nullish(),
  priceUSD: priceUSD.optional(),
  condition: condition.optional(),
  paymentMethods: paymentMethods.optional(),
  category: categoryId.nullish(),
});
export type EditListingRequest = z.infer<typeof editListingSchema>;

const whole = (most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "Must be a whole number")
    .transform(Number)
    .refine((n) => n >= 1 && n <= most, `Must be 1 to ${most}`);
const price = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,2})?$/, "Must be an amount with at most two decimals")
  .transform((text) => minor(text));

const listingsQuery = z.strictObject({
  search: z.string().max(SEARCH_CHARS_MAX).optional(),
  category: whole(Number.MAX_SAFE_INTEGER).optional(),
  sort: z.enum(LISTING_SORTS).default("newest"),
  minPrice: price.optional(),
  maxPrice: price.optional(),
  rarity: z.enum(RARITIES).optional(),
  condition: condition.optional(),
  paymentMethod: z.enum(PAYMENT_METHODS).optional(),
  seller: z.string().max(64).optional(),
  /** The item's number at the platform. */
  limitedId: whole(Number.MAX_SAFE_INTEGER).optional(),
  limit: whole(LIST_LIMIT_MAX).optional(),
  next: z.string().min(1).max(200).optional(),
});
export type ListingsQuery = z.output<typeof listingsQuery>;

const params = z.strictObject({ id: z.string().regex(/^\d{1,15}$/) });
const rate = { name: "listings", perSecond: 1, burst: 20 };

const historySchema = z.strictObject({
  limitedId: z.number().int().positive(),
  /** Sold copies, the newest first. */
  sales: z.array(z.strictObject({ priceUSD: moneyText, soldAt: instantText })),
  /** Of the last 30 days; null where none was sold. */
  median: moneyText.nullable(),
  /** The lowest active price; null without one. */
  lowest: moneyText.nullable(),
  /** The median, else the lowest active price, else what the value counts as. */
  suggestion: moneyText,
  /** The most that a copy can be listed for. */
  most: moneyText,
});
export type ItemPrices = z.infer<typeof historySchema>;

const sellerSchema = z.strictObject({
  id: z.string(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  /** Stars with one decimal; null without a review. */
  rating: z.number().nullable(),
  sales: z.number().int().nonnegative(),
  activeListings: z.number().int().nonnegative(),
  reviewCount: z.number().int().nonnegative(),
  /** How many of the reviews recommend the seller. */
  recommendedCount: z.number().int().nonnegative(),
  /** The newest first. */
  reviews: z.array(
    z.strictObject({
      rating: z.number().int(),
      comment: z.string().nullable(),
      isRecommended: z.boolean(),
      createdAt: instantText,
      /** A hidden reviewer has no id. */
      reviewer: shownPlayerSchema,
    }),
  ),
});
export type SellerShown = z.infer<typeof sellerSchema>;

const categorySchema = z.strictObject({
  id: categoryId,
  name: z.string(),
  description: z.string().nullable(),
  icon: z.string().nullable(),
  /** Whether listings can be put into it. */
  isActive: z.boolean(),
  sortOrder: z.number().int(),
});
export type CategoryShown = z.infer<typeof categorySchema>;
const categoryShape = {
  name: shownLine({ required: "Name is required", charsMax: 50, tooLong: "Name too long" }),
  description: description.nullable(),
  icon: shownLines({ charsMax: 50, tooLong: "Icon too long" }).nullable(),
  isActive: z.boolean(),
  sortOrder: z.number().int().min(0).max(1_000),
};
const watched = z.strictObject({ listingId });

export const listingEndpoints = {
  shopCategories: endpoint("GET /shop/categories", "player", {
    summary: "The categories of the shop, in their order",
    answers: { 200: z.array(categorySchema) },
  }),
  addCategory: endpoint("POST /admin/shop/categories", "admin", {
    summary: "Make a category of the shop",
    makesOne: true,
    body: z.strictObject({
      ...categoryShape,
      description: categoryShape.description.default(null),
      icon: categoryShape.icon.default(null),
      isActive: categoryShape.isActive.default(true),
      sortOrder: categoryShape.sortOrder.default(0),
    }),
    answers: { 200: categorySchema },
  }),
  changeCategory: endpoint("PATCH /admin/shop/categories/{id}", "admin", {
    summary: "Change a category of the shop; an inactive one takes no listings",
    params: z.strictObject({ id: z.string().regex(/^\d{1,9}$/) }),
    body: z.strictObject({
      name: categoryShape.name.exactOptional(),
      description: categoryShape.description.exactOptional(),
      icon: categoryShape.icon.exactOptional(),
      isActive: categoryShape.isActive.exactOptional(),
      sortOrder: categoryShape.sortOrder.exactOptional(),
    }),
    answers: { 200: categorySchema },
  }),
  watchlist: endpoint("GET /shop/watchlist", "player", {
    summary: "The listings that the player watches, the newest first",
    answers: { 200: z.array(listingSchema) },
  }),
  watchListing: endpoint("POST /shop/watchlist", "player", {
    summary: "Watch a listing",
    body: watched,
    answers: { 200: z.array(listingSchema) },
  }),
  unwatchListing: endpoint("DELETE /shop/watchlist", "player", {
    summary: "Stop watching a listing",
    body: watched,
    answers: { 200: z.array(listingSchema) },
  }),
  shopSeller: endpoint("GET /shop/sellers/{id}", "player", {
    summary: "A seller, and what buyers say of them",
    params: z.strictObject({ id: idText }),
    answers: { 200: sellerSchema },
  }),
  shopListings: endpoint("GET /shop/listings", "player", {
    summary: "Listings for sale; the `Next` header points to the next page",
    query: listingsQuery,
    answers: { 200: z.array(listingSchema) },
  }),
  myListings: endpoint("GET /shop/my-listings", "player", {
    summary: "The player's own listings, the newest first",
    query: arrayQuery,
    answers: { 200: z.array(listingSchema) },
  }),
  shopListing: endpoint("GET /shop/listings/{id}", "player", {
    summary: "One listing; counts one view per viewer and day",
    params,
    answers: { 200: listingSchema },
  }),
  itemPrices: endpoint("GET /shop/items/{id}", "player", {
    summary: "What copies of an item sold for, and a suggested price",
    params,
    answers: { 200: historySchema },
  }),
  openListing: endpoint("POST /shop/listings", "player", {
    summary: "Put a copy up for sale",
    makesOne: true,
    rate,
    body: openListingSchema,
    answers: { 200: listingSchema },
  }),
  editListing: endpoint("PATCH /shop/listings/{id}", "player", {
    summary: "Change what a listing says or costs",
    rate,
    params,
    body: editListingSchema,
    answers: { 200: listingSchema },
  }),
  removeListing: endpoint("DELETE /shop/listings/{id}", "player", {
    summary: "Remove a listing and get its copy back",
    rate,
    params,
    answers: { 200: listingSchema },
  }),
  adminListing: endpoint("PUT /admin/shop/listings/{id}", "admin", {
    summary: "Feature a listing, or take it off the shop",
    params,
    body: z.strictObject({
      isFeatured: z.boolean().optional(),
      isActive: z.literal(false, "A listing can only be taken off the shop").optional(),
      reason: noteText,
    }),
    answers: { 200: listingSchema },
  }),
};
