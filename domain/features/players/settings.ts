import { defineSetting, type Settings } from "../../kernel/setting.ts";
import { XP_DAY_MAX } from "./level.ts";

export const experienceDayMax = defineSetting({
  name: "experienceDayMax",
  order: 20,
  unit: "experience",
  what: "The most experience that a player's games give in one UTC day",
  default: BigInt(XP_DAY_MAX),
  least: 0n,
  most: 10_000n,
  weakenedBy: null,
});

/** The most experience of one UTC day. */
export const experienceDayMaxOf = (settings: Settings): number => experienceDayMax.countOf(settings);
