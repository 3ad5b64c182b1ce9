import { defineSetting, type Settings } from "../../kernel/setting.ts";
import { HOUR_MS } from "../../kernel/time.ts";

export const roleHours = defineSetting({
  name: "roleHours",
  order: 50,
  unit: "hours",
  what: "How old an admin's role must be to confirm a proposal or to give a second approval",
  default: 24n,
  least: 0n,
  most: 168n,
  weakenedBy: "lowering",
});

/** How old an admin's role must be to be the second of two, in milliseconds. */
export const roleMsOf = (settings: Settings): number => roleHours.countOf(settings) * HOUR_MS;
