import { endpoints } from "#domain/features/contract.ts";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { type Act, act, amountOf, habit, type Moment, pick } from "#service/demo/crowd/habit.ts";

/** Copies lost to the bot do not come back, so this many are kept for games between players. */
export const COPIES_KEPT = 8;
/** Maximum value of a staked item. */
const VALUE_MAX = minor("2500.00");

export const botFlipHabit = habit({
  name: "bot-flips",
  weight: 0.4,
  look: (ask) => ask(endpoints.userLimiteds, { limit: "200" }),
  choose: nextBotFlip,
});

/** A flip for one cheap item, while more are left than are kept. */
export function nextBotFlip(entries: readonly UserLimited[], { chance }: Moment): Act | null {
  const free = entries.filter(({ inPlay }) => !inPlay);
  const copies = free.reduce((sum, { quantity }) => sum + quantity, 0);
  const cheap = free.filter(({ itemValue }) => amountOf(itemValue) <= VALUE_MAX);
  const entry = copies > COPIES_KEPT ? pick(cheap, chance) : undefined;
  if (entry === undefined) return null;
  const betItems = [{ limitedId: entry.limitedId, quantity: 1, inventoryId: entry.id }];
  return act(endpoints.botFlip, { betItems, betSide: pick(["rbx", "tix"] as const, chance) ?? "rbx" });
}
