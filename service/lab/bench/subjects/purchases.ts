import { steppedSubjects } from "../saturation.ts";
import { ShopPairs } from "../shop-purchases.ts";

/** Purchases, saturated. */
export const purchaseSubjects = steppedSubjects({
  ids: ["purchases-writer", "purchases-transaction"],
  what: "one transaction per step of a purchase",
  stepsOn: (to) => new ShopPairs(to),
  over: ["sold", "delivered"],
});
