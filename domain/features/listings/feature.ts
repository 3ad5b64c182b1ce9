import { defineFeature } from "../../kernel/feature.ts";
import { categoriesStreamKind, categorySaved } from "./categories.ts";
import { listingEndpoints } from "./contract.ts";
import { listingEvents } from "./events.ts";
import { activeListings, listingStreamKind } from "./listing.ts";
import { dollarsPerThousandRbx } from "./settings.ts";

/** What sellers do in the shop: a copy is in escrow from here on, at a price of the seller's. */
export const listings = defineFeature({
  name: "listings",
  title: "Listings",
  summary: "Limited items that players sell for dollars, held in escrow while they are listed.",
  buildsOn: [
    "players",
    "roles",
    "settings",
    "limiteds",
    "inventory",
    "deposits",
    "live-coinflips",
    "payment-methods",
  ],
  endpoints: listingEndpoints,
  events: [...listingEvents, categorySaved],
  streams: [listingStreamKind, categoriesStreamKind],
  stateParts: [activeListings],
  settings: [dollarsPerThousandRbx],
});
