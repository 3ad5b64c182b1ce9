import { endpoints } from "#domain/features/contract.ts";
import { type Act, act, habit, type Moment } from "#service/demo/crowd/habit.ts";

const BASE = 36;

/**
 * A demo player chooses a client seed on arrival and changes it now and then, which reveals the previous server seed.
 */
export const seedPairHabit = habit({
  name: "seed-pairs",
  weight: 0.2,
  onArrival: true,
  look: async () => null,
  choose: (_, moment) => nextSeed(moment),
});

/** A new client seed with the player's name. */
export function nextSeed({ me, chance, now }: Moment): Act {
  const own = Math.floor(chance() * Number.MAX_SAFE_INTEGER).toString(BASE);
  return act(endpoints.rotate, { clientSeed: `${me.username}-${now.toString(BASE)}-${own}` });
}
