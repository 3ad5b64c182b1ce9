import { minor } from "../../kernel/money.ts";
import { defineSetting } from "../../kernel/setting.ts";

/** What 1,000 RBX of value count as in dollars. */
export const dollarsPerThousandRbx = defineSetting({
  name: "dollarsPerThousandRbx",
  order: 120,
  unit: "money",
  what: "What 1,000 RBX of an item's value count as in dollars: a listing costs at most ten times that",
  default: minor("3.50"),
  least: minor("0.01"),
  most: minor("1000.00"),
  weakenedBy: "raising",
});
