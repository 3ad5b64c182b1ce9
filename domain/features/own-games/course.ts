import type { Minor } from "../../kernel/money.ts";
import { COURSE_POINTS_MAX } from "./rules.ts";

/** A settled game as the course of a player's net sees it. */
export interface NetGame {
  /** What was paid, less what was staked. */
  readonly net: Minor;
  /** Milliseconds. */
  readonly at: number;
}

/** The totals up to one game. */
export interface CoursePoint extends NetGame {
  readonly games: number;
}

/**
 * What a player's games came to one after the other: evenly spaced points, the last game among them.
 * @param played the oldest first
 * @example courseOf([{ net: -100n, at: 1 }, { net: 250n, at: 2 }]).at(-1) // { games: 2, at: 2, net: 150n }
 */
export function courseOf(played: readonly NetGame[]): readonly CoursePoint[] {
  const every = Math.max(1, Math.ceil(played.length / COURSE_POINTS_MAX));
  let sum = 0n;
  const points = played.map(({ net, at }, index) => {
    sum += net;
    return { games: index + 1, at, net: sum };
  });
  return points.filter(({ games }) => (points.length - games) % every === 0);
}
