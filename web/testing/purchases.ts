import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { aListing } from "#web/testing/listings.ts";

/** Alice buys the helm that Carol sells. */
export const aPurchase = (change: Partial<PurchaseShown> = {}): PurchaseShown => ({
  id: "pu_1",
  position: 50,
  listingId: 41,
  listing: aListing({ status: "reserved" }),
  buyerId: "01JPLAYER",
  sellerId: "p_carol",
  purchasePrice: "1250.00",
  platformFee: "62.50",
  paymentFee: "36.55",
  sellerPayout: "1150.95",
  paymentMethod: "stripe",
  paymentStatus: "pending",
  deliveryStatus: "pending",
  received: "0.00",
  refunded: "0.00",
  checkoutUrl: "https://pay.example/c/1",
  refundUrls: [],
  expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
  createdAt: "2026-01-31T12:00:00.000Z",
  paidAt: null,
  deliveredAt: null,
  releaseAt: null,
  releasedAt: null,
  robloxTradeUrl: null,
  tradeCompletedAt: null,
  complaint: null,
  review: null,
  ...change,
});
