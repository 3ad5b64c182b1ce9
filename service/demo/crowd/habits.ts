import { features } from "#service/features/all.ts";
import type { Habit } from "./habit.ts";

/** What demo players do: one habit a feature, declared in its entry. */
export const habits: readonly Habit[] = features.flatMap(({ habit }) => habit ?? []);
