import type { Topic } from "#domain/features/topics.ts";

/** Figures that would give the result away before the coin lands. */
export const HELD_TOPICS: readonly Topic[] = ["balance", "games", "inventory", "leaderboard"];
