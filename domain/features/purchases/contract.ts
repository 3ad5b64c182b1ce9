import { z } from "zod";
import { arrayQuery, endpoint, instantText, moneyText, position } from "../../kernel/contract.ts";
import { listingSchema } from "../listings/contract.ts";
import { PAYMENT_METHODS } from "../listings/rules.ts";
import { DELIVERY_STATUSES, PAYMENT_STATUSES } from "./rules.ts";

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
  /** Until when the item is kept for the buyer. */
  expiresAt: instantText,
  createdAt: instantText,
  paidAt: instantText.nullable(),
  deliveredAt: instantText.nullable(),
  /** When the seller is paid, unless it is disputed before; null until it is delivered. */
  releaseAt: instantText.nullable(),
  releasedAt: instantText.nullable(),
  robloxTradeUrl: z.null(),
  tradeCompletedAt: z.null(),
  review: z.null(),
});
export type PurchaseShown = z.infer<typeof purchaseSchema>;

const params = z.strictObject({ id: z.string() });

export const purchaseEndpoints = {
  purchase: endpoint({
    method: "POST",
    path: "/shop/purchase",
    summary: "Buy a listed item: it is kept for the buyer, who pays at the address of the answer",
    access: "player",
    rate: { name: "purchase", perSecond: 0.5, burst: 10 },
    body: z.strictObject({
      listingId: z.number("Listing ID required").int().min(1, "Listing ID required"),
      paymentMethod: z.enum(PAYMENT_METHODS, "Payment method required"),
    }),
    answers: { 200: purchaseSchema },
  }),
  purchases: endpoint({
    method: "GET",
    path: "/shop/purchases",
    summary: "What the player bought, the newest first",
    access: "player",
    query: arrayQuery,
    answers: { 200: z.array(purchaseSchema) },
  }),
  sales: endpoint({
    method: "GET",
    path: "/shop/sales",
    summary: "What was bought of the player, the newest first",
    access: "player",
    query: arrayQuery,
    answers: { 200: z.array(purchaseSchema) },
  }),
  onePurchase: endpoint({
    method: "GET",
    path: "/shop/purchases/{id}",
    summary: "One purchase of the player's own, as buyer or seller",
    access: "player",
    params,
    answers: { 200: purchaseSchema },
  }),
  cancelPurchase: endpoint({
    method: "POST",
    path: "/shop/purchases/{id}/cancel",
    summary: "Give up a purchase that was not paid",
    access: "player",
    params,
    body: z.strictObject({}),
    answers: { 200: purchaseSchema },
  }),
} as const;
