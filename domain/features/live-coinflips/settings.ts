import { defineSetting, type Settings } from "../../kernel/setting.ts";
import { HOUR_MS } from "../../kernel/time.ts";

export const coinflipOpenHours = defineSetting({
  name: "coinflipOpenHours",
  order: 30,
  unit: "hours",
  what: "How long a coinflip waits for somebody to join",
  default: 24n,
  isStartedWith: true,
  least: 1n,
  most: 720n,
  weakenedBy: null,
});

/** How long a coinflip waits for somebody to join. @param unset milliseconds, where nobody has set it */
export const coinflipOpenMsOf = (settings: Settings, unset: number): number =>
  coinflipOpenHours.setIn(settings) === null ? unset : coinflipOpenHours.countOf(settings) * HOUR_MS;
