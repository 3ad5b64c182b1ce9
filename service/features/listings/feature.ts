import { inventory } from "#service/features/inventory/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { listingHabit } from "./crowd.ts";
import { closeGoneListings } from "./gone.ts";
import { listingRoutes } from "./routes.ts";

export const listings = defineServiceFeature({
  name: "listings",
  habit: listingHabit,
  create: (core) => {
    inventory.of(core).hearers.push((playerId, look) => closeGoneListings({ playerId, look }, core));
    return {};
  },
  routes: listingRoutes,
  personal: [
    {
      table: "listing_viewers",
      player: "player_id",
      shown: ["listing", "day"],
      erase: ["delete from listing_viewers where player_id = $1"],
    },
    { table: "shop_watchlist", player: "player_id", shown: ["listing", "at"] },
  ],
});
