import type { Chance } from "./habit.ts";

/** The first turns in an empty demo come quickly, so that no page stays empty. */
const BURST_TURNS = 50;
const BURST_GAP_MS = { least: 20, most: 80 } as const;
/** After that, one player acts every few seconds. */
const CALM_GAP_MS = { least: 1_500, most: 5_500 } as const;

/** Delay before the crowd's next turn, in milliseconds. @param turns number of turns so far */
export function gapMs({
  turns,
  isFirst,
  chance,
}: {
  readonly turns: number;
  readonly isFirst: boolean;
  readonly chance: Chance;
}): number {
  const { least, most } = isFirst && turns < BURST_TURNS ? BURST_GAP_MS : CALM_GAP_MS;
  return least + Math.floor(chance() * (most - least));
}
