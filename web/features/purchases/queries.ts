import { apiQuery } from "#web/lib/api/api-query.ts";

/** Polling interval of a purchase while the live stream is down, in milliseconds. */
const PURCHASES_POLL_MS = 5_000;
/** Rows of each list. */
const PURCHASES_SHOWN = "50";

const options = {
  input: { query: { limit: PURCHASES_SHOWN } },
  topics: ["shop", "balance"],
  pollMs: PURCHASES_POLL_MS,
} as const;

/** The player's purchases, newest first. */
export const purchasesQuery = apiQuery("GET /shop/purchases", options);

/** The player's sales, newest first. */
export const salesQuery = apiQuery("GET /shop/sales", options);

/** One purchase of the player's own, as buyer or seller. */
export const purchaseQuery = (id: string) =>
  apiQuery("GET /shop/purchases/{id}", {
    input: { params: { id } },
    topics: ["shop", "balance"],
    pollMs: PURCHASES_POLL_MS,
  });

/** The page of a purchase. */
export const purchasePath = (id: string): string => `/shop/purchases/${encodeURIComponent(id)}`;
