/** The page of an item's prices. @param assetId the item's id at the platform */
export const itemPath = (assetId: number): string => `/shop/items/${assetId}`;
