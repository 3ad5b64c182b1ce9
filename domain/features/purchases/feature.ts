import { defineFeature } from "../../kernel/feature.ts";
import { purchaseActs } from "./acts.ts";
import { purchaseEndpoints } from "./contract.ts";
import { purchaseEvents } from "./events.ts";
import { boughtLately, openPurchases, purchaseStreamKind } from "./purchase.ts";
import { purchaseSettings } from "./settings.ts";
import { unsettledPurchases } from "./unsettled.ts";

/**
 * What buyers do in the shop: `buy.ts` begins, `payment/` books what a provider says and delivers, `trade.ts` is for
 * copies that the house does not have, `after-delivery.ts` is what buyers and admins say then, `release.ts` pays the
 * seller.
 */
export const purchases = defineFeature({
  name: "purchases",
  title: "Purchases",
  summary:
    "Listed items that players buy for dollars: paid, delivered, released to the seller, or paid back.",
  buildsOn: [
    "players",
    "roles",
    "responsible-play",
    "settings",
    "limiteds",
    "inventory",
    "deposits",
    "dollar-debts",
    "mail",
    "payments",
    "listings",
    "payment-methods",
  ],
  endpoints: purchaseEndpoints,
  acts: purchaseActs,
  events: purchaseEvents,
  settings: purchaseSettings,
  stateParts: [openPurchases, boughtLately, unsettledPurchases],
  streams: [purchaseStreamKind],
});
