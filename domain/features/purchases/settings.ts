import { defineSetting, type Settings } from "../../kernel/setting.ts";
import { HOUR_MS } from "../../kernel/time.ts";

export const purchaseHoldHours = defineSetting({
  name: "purchaseHoldHours",
  order: 200,
  unit: "hours",
  what: "How many hours after the delivery of an item its seller is paid",
  default: 168n,
  least: 0n,
  most: 4_320n,
  weakenedBy: "lowering",
});

/** How long a delivered purchase waits before its seller is paid, in milliseconds. */
export const holdMsOf = (settings: Settings): number => purchaseHoldHours.countOf(settings) * HOUR_MS;
