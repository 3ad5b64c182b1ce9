import { endpoints } from "#domain/features/contract.ts";
import { type Act, act, habit, type Moment } from "#service/demo/crowd/habit.ts";

const BASE = 36;

/** A player chooses a client seed when it arrives and changes it now and then, which reveals the seed before. */
export const seedPairHabit = habit({
  name: "seed-pairs",
  weight: 0.2,
  onArrival: true,
  look: async () => null,
  choose: (_, moment) => nextSeed(moment),
});

/** A new client seed under the player's name. */
export function nextSeed({ me, chance, now }: Moment): Act {
  const own = Math.floor(chance() * Number.MAX_SAFE_INTEGER).toString(BASE);
  return act(endpoints.rotate, { clientSeed: `${me.username}-${now.toString(BASE)}-${own}` });
}
