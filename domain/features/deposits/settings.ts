import { type Minor, minor } from "../../kernel/money.ts";
import { defineSetting, type Settings } from "../../kernel/setting.ts";

export const secondApprovalAbove = defineSetting({
  name: "secondApprovalAbove",
  order: 40,
  unit: "money",
  what: "A deposit worth more than this needs a second admin, with what its player and its reviewer had approved in 24 hours",
  default: minor("10000.00"),
  isStartedWith: true,
  least: 0n,
  most: minor("100000000.00"),
  weakenedBy: "raising",
});

/** Above what a deposit needs a second admin, in minor units. @param unset where nobody has set it */
export const secondApprovalAboveOf = (settings: Settings, unset: Minor): Minor =>
  secondApprovalAbove.setIn(settings) ?? unset;
