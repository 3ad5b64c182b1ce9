/** What payments of purchases are for. */
export const PURPOSE = "purchase";
/** The page of a purchase. */
export const purchasePage = (purchaseId: string): string => `/shop/purchases/${purchaseId}`;
