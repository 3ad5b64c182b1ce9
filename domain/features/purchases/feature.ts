import { defineFeature } from "../../kernel/feature.ts";
import { purchaseActs } from "./acts.ts";
import { purchaseEndpoints } from "./contract.ts";
import { purchaseEvents } from "./events.ts";
import { boughtLately, openPurchases, purchaseStreamKind } from "./purchase.ts";
import { purchaseSettings } from "./settings.ts";
import { unsettledPurchases } from "./unsettled.ts";

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
