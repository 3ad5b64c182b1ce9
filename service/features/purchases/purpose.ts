/** What payments of purchases are for. */
export const PURPOSE = "purchase";
/** Where a purchase is shown. */
export const purchasePage = (purchaseId: string): string => `/shop/purchases/${purchaseId}`;
