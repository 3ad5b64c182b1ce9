import { defineSetting } from "../../kernel/setting.ts";

/** The level from which players may read and write in the chat. */
export const chatLevelMin = defineSetting({
  name: "chatLevelMin",
  order: 95,
  unit: "levels",
  what: "The level from which players may read and write in the chat",
  default: 20n,
  least: 1n,
  most: 100n,
  weakenedBy: null,
});
