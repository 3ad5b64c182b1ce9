import { apiQuery } from "#web/lib/api/api-query.ts";

/** Cards of items on one page: whole rows of two, three and four. */
export const ITEMS_PER_PAGE = 24;

/** The catalogue, the most valuable items first. */
export const limitedsQuery = apiQuery("GET /limiteds", { topics: ["limiteds"] });

/** Where the platform shows an item. @example catalogueAddress(1029025) // "https://www.roblox.com/catalog/1029025" */
export const catalogueAddress = (assetId: number): string => `https://www.roblox.com/catalog/${assetId}`;
