import type { ItemPrices, ListingShown } from "#domain/features/listings/contract.ts";
import { aLimited } from "#domain/testing/shown/items.ts";

/** A helm that Carol sells. */
export const aListing = (change: Partial<ListingShown> = {}): ListingShown => {
  const { id, robloxAssetId, name, imageUrl, rarity, estimatedValue } = aLimited();
  return {
    id: 41,
    position: 41,
    title: "Helm with wings",
    description: null,
    priceUSD: "1250.00",
    condition: "excellent",
    paymentMethods: ["paypal", "stripe"],
    views: 3,
    isActive: true,
    isFeatured: false,
    status: "active",
    createdAt: "2026-01-31T12:00:00.000Z",
    limited: { id, robloxAssetId, name, imageUrl, rarity, estimatedValue },
    imageUrl,
    serialNumber: 42,
    inCustody: true,
    seller: {
      id: "p_carol",
      username: "carol",
      profileImageUrl: null,
      rating: null,
      sales: 0,
    },
    category: null,
    isOwn: false,
    ...change,
  };
};

/** What copies of the helm cost. */
export const somePrices = (change: Partial<ItemPrices> = {}): ItemPrices => ({
  limitedId: aLimited().robloxAssetId,
  sales: [{ priceUSD: "900.00", soldAt: "2026-01-30T12:00:00.000Z" }],
  median: "900.00",
  lowest: "1250.00",
  suggestion: "900.00",
  most: "4375.00",
  ...change,
});
