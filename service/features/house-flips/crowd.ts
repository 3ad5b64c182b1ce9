import { endpoints } from "#domain/features/contract.ts";
import { type Act, act, habit, type Moment, pick, stakeOf } from "#service/demo/crowd/habit.ts";

/** A flip stakes at most a hundredth of a balance. */
const PARTS = 100n;

export const houseFlipHabit = habit({
  name: "house-flips",
  weight: 6,
  look: async () => null,
  choose: (_, moment) => nextFlip(moment),
});

/** A small flip in either currency. */
export function nextFlip({ me, chance }: Moment): Act | null {
  const betSide = pick(["rbx", "tix"] as const, chance) ?? "rbx";
  const betAmount = stakeOf(betSide === "rbx" ? me.rbxBalance : me.tixBalance, PARTS, chance);
  return betAmount === null ? null : act(endpoints.flip, { betAmount, betSide });
}
