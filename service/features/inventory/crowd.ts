import { endpoints } from "#domain/features/contract.ts";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import { type Act, act, habit } from "#service/demo/crowd/habit.ts";

/** Syncs the player's items at the sandbox, unless there are some already. */
export const nextSync = (entries: readonly UserLimited[]): Act | null =>
  entries.length > 0 ? null : act(endpoints.syncInventory, {});

/** A player without items syncs on arrival. */
export const inventoryHabit = habit({
  name: "inventory",
  weight: 0,
  onArrival: true,
  look: (ask) => ask(endpoints.userLimiteds, { limit: "1" }),
  choose: nextSync,
});
