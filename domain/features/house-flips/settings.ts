import type { Minor } from "../../kernel/money.ts";
import { defineSetting, type Settings } from "../../kernel/setting.ts";
import { STAKE_MAX, STAKE_MIN } from "./rules.ts";

export const stakeMax = defineSetting({
  name: "stakeMax",
  order: 10,
  unit: "money",
  what: "The most that one stake may be, against the house, the bot and between players",
  default: STAKE_MAX,
  least: STAKE_MIN,
  most: STAKE_MAX,
  weakenedBy: null,
});

/** The most that one stake may be, in minor units. */
export const stakeMaxOf = (settings: Settings): Minor => stakeMax.of(settings);
