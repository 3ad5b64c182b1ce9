import { apiQuery } from "#web/lib/api/api-query.ts";

/** How often the player's own items are asked for while the live stream is down. */
const INVENTORY_POLL_MS = 10_000;

/** The player's own items, at the values of the catalogue. */
export const inventoryQuery = apiQuery("GET /user/limiteds", {
  topics: ["inventory", "limiteds"],
  pollMs: INVENTORY_POLL_MS,
});
