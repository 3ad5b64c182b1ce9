import { z } from "zod";
import {
  arrayQuery,
  endpoint,
  instantText,
  listQuery,
  moneyText,
  page,
  position,
} from "../../kernel/contract.ts";
import { listingSchema } from "../listings/contract.ts";
import { RATING_MAX } from "../listings/rules.ts";
import { PAYMENT_METHODS } from "../payment-methods/rules.ts";
import { adminPlayerSchema, bareAct, idText, noteText, reasonedAct } from "../roles/contract.ts";
import {
  ANALYTICS_PERIODS,
  COMMENT_MAX,
  DELIVERY_STATUSES,
  PAYMENT_STATUSES,
  PURCHASE_FILTERS,
  UNMADE_REFUNDS_MAX,
} from "./rules.ts";

/** What a buyer said of a purchase. */
export const reviewSchema = z.strictObject({
  rating: z.number().int().min(1).max(RATING_MAX),
  comment: z.string().nullable(),
  isRecommended: z.boolean(),
  createdAt: instantText,
});

/** A purchase, as its buyer and its seller see it. */
export const purchaseSchema = z.strictObject({
  id: z.string(),
  position,
  listingId: z.number().int().positive(),
  listing: listingSchema,
  buyerId: z.string(),
  sellerId: z.string(),
  /** Dollars, as they were when it was begun. */
  purchasePrice: moneyText,
  platformFee: moneyText,
  paymentFee: moneyText,
  sellerPayout: moneyText,
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  deliveryStatus: z.enum(DELIVERY_STATUSES),
  received: moneyText,
  refunded: moneyText,
  /** Where the buyer pays, while that can be; null for the seller, and afterwards. */
  checkoutUrl: z.string().nullable(),
  /** Where the buyer claims a refund that is not automatic. */
  refundUrls: z.array(z.string()),
  /** Until when the item is kept for the buyer. */
  expiresAt: instantText,
  createdAt: instantText,
  paidAt: instantText.nullable(),
  deliveredAt: instantText.nullable(),
  /** When the seller is paid, unless it is disputed before; null until it is delivered. */
  releaseAt: instantText.nullable(),
  releasedAt: instantText.nullable(),
  /** Where the seller sends an item that the house does not have to its buyer; null where nothing is traded. */
  robloxTradeUrl: z.string().nullable(),
  /** Until when the seller has to send it. */
  tradeUntil: instantText.nullable(),
  /** The platform no longer shows it at the seller: the buyer, or an admin, says whether it arrived. */
  hasLeftSeller: z.boolean(),
  tradeCompletedAt: instantText.nullable(),
  /** What the buyer complained about, and when. */
  complaint: z.strictObject({ reason: z.string(), at: instantText }).nullable(),
  review: reviewSchema.nullable(),
});
export type PurchaseShown = z.infer<typeof purchaseSchema>;

const params = z.strictObject({ id: idText });

const adminPurchaseSchema = purchaseSchema.extend({
  buyer: adminPlayerSchema,
  seller: adminPlayerSchema,
});
export type AdminPurchase = z.infer<typeof adminPurchaseSchema>;

const adminPurchasesQuery = listQuery.extend({
  status: z.enum(PURCHASE_FILTERS).optional(),
  /** The id of a buyer or a seller. */
  player: idText.optional(),
});
export type AdminPurchasesQuery = z.output<typeof adminPurchasesQuery>;

/** Calls whose acts may need two admins. */
export const purchaseActEndpoints = {
  refundPurchase: endpoint("POST /admin/purchases/{id}/refund", "admin", {
    ...reasonedAct,
    summary: "Refund a buyer and return the item to the seller; without a complaint it needs two admins",
    answers: { 200: z.strictObject({ id: z.string() }) },
  }),
  releasePurchase: endpoint("POST /admin/purchases/{id}/release", "admin", {
    ...reasonedAct,
    summary: "Propose to pay a seller before the hold ends, or despite a complaint; a second admin confirms",
    answers: {},
  }),
  endRefund: endpoint("POST /admin/purchases/{id}/end-refund", "admin", {
    ...reasonedAct,
    summary:
      "Propose to give up a refund that no provider makes, to be settled elsewhere; a second admin confirms",
    answers: {},
  }),
} as const;

/** A refund that no provider made when it was asked for last. */
const unmadeRefundSchema = z.strictObject({
  id: z.string(),
  purchaseId: z.string(),
  title: z.string(),
  amount: moneyText,
  /** How often it was asked for since somebody looked, and what the provider said last; null where it took it. */
  asks: z.number().int().nonnegative(),
  reason: z.string().nullable(),
  askedAt: instantText,
  /** When it is asked for again by itself; null where it is not any more. */
  nextAt: instantText.nullable(),
});
export type UnmadeRefund = z.infer<typeof unmadeRefundSchema>;

const analyticsSchema = z.strictObject({
  period: z.enum(ANALYTICS_PERIODS),
  /** Viewers of the seller's listings, one per viewer and listing. */
  views: z.number().int().nonnegative(),
  activeListings: z.number().int().nonnegative(),
  /** Paid purchases that were not taken back. */
  sales: z.number().int().nonnegative(),
  /** Sales for each view, in basis points; null without a view. */
  conversion: z.number().int().nullable(),
  /** What buyers paid, the fees, and the seller's share. */
  revenue: moneyText,
  fees: moneyText,
  net: moneyText,
  /** From listing to payment, on average; null without a sale. */
  secondsToSell: z.number().int().nullable(),
  disputes: z.number().int().nonnegative(),
  complaints: z.number().int().nonnegative(),
  takenBack: z.number().int().nonnegative(),
  /** Days in UTC with a sale, the oldest first. */
  days: z.array(z.strictObject({ day: z.string(), sales: z.number().int(), net: moneyText })),
});
export type Analytics = z.infer<typeof analyticsSchema>;

export const purchaseEndpoints = {
  shopAnalytics: endpoint("GET /shop/analytics", "player", {
    summary: "Figures on the player's own sales",
    query: z.strictObject({ period: z.enum(ANALYTICS_PERIODS).default("month") }),
    answers: { 200: analyticsSchema },
  }),
  purchase: endpoint("POST /shop/purchase", "player", {
    summary: "Buy a listed item: it is reserved, and paid at the address in the answer",
    makesOne: true,
    rate: { name: "purchase", perSecond: 0.5, burst: 10 },
    body: z.strictObject({
      listingId: z.number("Listing ID required").int().min(1, "Listing ID required"),
      paymentMethod: z.enum(PAYMENT_METHODS, "Payment method required"),
    }),
    answers: { 200: purchaseSchema },
  }),
  purchases: endpoint("GET /shop/purchases", "player", {
    summary: "The player's purchases, newest first",
    query: arrayQuery,
    answers: { 200: z.array(purchaseSchema) },
  }),
  sales: endpoint("GET /shop/sales", "player", {
    summary: "The player's sales, newest first",
    query: arrayQuery,
    answers: { 200: z.array(purchaseSchema) },
  }),
  onePurchase: endpoint("GET /shop/purchases/{id}", "player", {
    summary: "One of the player's purchases or sales",
    params,
    answers: { 200: purchaseSchema },
  }),
  cancelPurchase: endpoint("POST /shop/purchases/{id}/cancel", "player", {
    ...bareAct(purchaseSchema),
    summary: "Cancel an unpaid purchase",
  }),
  confirmPurchase: endpoint("POST /shop/purchases/{id}/confirm", "player", {
    ...bareAct(purchaseSchema),
    summary: "Confirm that a purchased item is as described",
  }),
  complainOfPurchase: endpoint("POST /shop/purchases/{id}/complain", "player", {
    summary: "Complain about a purchase: the seller is not paid until an admin decides",
    params,
    body: z.strictObject({ reason: noteText }),
    answers: { 200: purchaseSchema },
  }),
  reviewPurchase: endpoint("POST /shop/purchases/{id}/review", "player", {
    summary: "Review the seller of a purchase, once its seller is paid",
    params,
    body: z.strictObject({
      rating: z
        .number("Choose 1 to 5 stars")
        .int("Choose 1 to 5 stars")
        .min(1, "Choose 1 to 5 stars")
        .max(RATING_MAX, "Choose 1 to 5 stars"),
      comment: z
        .union([
          z.literal("").transform(() => null),
          noteText.max(COMMENT_MAX, `At most ${COMMENT_MAX} characters`),
        ])
        .nullish(),
      isRecommended: z.boolean().default(true),
    }),
    answers: { 200: purchaseSchema },
  }),
  unmadeRefunds: endpoint("GET /admin/refunds", "admin", {
    summary: `Refunds that a provider refused or that did not arrive, at most ${UNMADE_REFUNDS_MAX}, the oldest first`,
    answers: { 200: z.array(unmadeRefundSchema).max(UNMADE_REFUNDS_MAX) },
  }),
  retryRefund: endpoint("POST /admin/refunds/{id}/retry", "admin", {
    ...bareAct(z.strictObject({ id: z.string() })),
    summary: "Ask for a refund again now",
  }),
  adminPurchases: endpoint("GET /admin/purchases", "admin", {
    summary: "All purchases, the newest first",
    exports: true,
    query: adminPurchasesQuery,
    answers: { 200: page(adminPurchaseSchema) },
  }),
} as const;
