/** What payments of purchases are for. */
export const PURPOSE = "purchase";
