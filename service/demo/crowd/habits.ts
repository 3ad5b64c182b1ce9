import { botFlipHabit } from "#service/features/bot-flips/crowd.ts";
import { houseFlipHabit } from "#service/features/house-flips/crowd.ts";
import { inventoryHabit } from "#service/features/inventory/crowd.ts";
import { liveCoinflipHabit } from "#service/features/live-coinflips/crowd.ts";
import { seedPairHabit } from "#service/features/seed-pairs/crowd.ts";
import type { Habit } from "./habit.ts";

/** What demo players do: one habit a feature, declared beside it. */
export const habits: readonly Habit[] = [
  inventoryHabit,
  seedPairHabit,
  houseFlipHabit,
  liveCoinflipHabit,
  botFlipHabit,
];
