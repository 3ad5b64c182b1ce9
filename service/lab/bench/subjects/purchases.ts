import { ShopPairs } from "#service/lab/bench/play/shop-purchases.ts";
import { steppedSubjects } from "../saturation.ts";

/** Purchases, saturated. */
export const purchaseSubjects = steppedSubjects({
  ids: ["purchases-writer", "purchases-transaction"],
  what: "one transaction per step of a purchase",
  stepsOn: (to) => new ShopPairs(to),
  over: ["sold", "delivered"],
});
