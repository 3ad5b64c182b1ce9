import { Pairs } from "#service/lab/bench/play/coinflip-pairs.ts";
import { steppedSubjects } from "../saturation.ts";

/** Games between players, saturated. */
export const coinflipSubjects = steppedSubjects({
  ids: ["coinflips-writer", "coinflips-transaction"],
  what: "one transaction per step of a game",
  stepsOn: (to) => new Pairs(to),
  over: ["settled"],
});
