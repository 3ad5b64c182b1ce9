import { apiQuery } from "#web/lib/api-query.ts";

/** How often the player's own items are asked for while the live stream is down. */
const INVENTORY_POLL_MS = 10_000;

/** Cards of items on one page: whole rows of two, three and four. */
export const ITEMS_PER_PAGE = 24;

/** The catalogue, the most valuable items first. */
export const limitedsQuery = apiQuery("GET /limiteds", { topics: ["limiteds"] });

/** The player's own items, at the values of the catalogue. */
export const inventoryQuery = apiQuery("GET /user/limiteds", {
  topics: ["inventory", "limiteds"],
  pollMs: INVENTORY_POLL_MS,
});

/** Where the platform shows an item. @example catalogueAddress(1029025) // "https://www.roblox.com/catalog/1029025" */
export const catalogueAddress = (assetId: number): string => `https://www.roblox.com/catalog/${assetId}`;
