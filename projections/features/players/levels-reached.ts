import { experienceOfLevel } from "#domain/features/players/level.ts";
import type { AllGames } from "../../games/rounds.ts";
import type { TableNames } from "../../kernel/projection.ts";
import { experienceIn } from "./player-progress.ts";

/** Higher levels take years: they give no notice. */
const LEVEL_TOLD_MAX = 200;
const ALL_LEVELS = Array.from({ length: LEVEL_TOLD_MAX - 1 }, (_, n) => n + 2);
/** How many of some levels an amount of experience reaches. */
const reachedOf = (levels: readonly number[], experience: string): string =>
  `width_bucket(${experience}, array[${levels.map(experienceOfLevel).join(",")}]::bigint[])`;
const levelAt = (experience: string): string => `${reachedOf(ALL_LEVELS, experience)} + 1`;

/**
 * How a read model follows levels: what it reads, and what it keeps in its own table.
 * @param levels those that it asks for, in their order
 */
export function levelsReached(
  memory: string,
  { playerDays, gains }: AllGames,
  levels: readonly number[] = ALL_LEVELS,
) {
  return {
    reads: [playerDays, gains],
    ...experienceIn(memory),
    /** Query of games that reach one of these levels: `player_id`, `position`, `recorded_at`, `before`, `level`. */
    passed: (table: TableNames): string =>
      `select player_id, position, recorded_at, ${levelAt("reached - xp")} as before, ${levelAt("reached")} as level
      from (
        select g.*, coalesce(t.experience, 0) + gained as reached
        from experience_gains g left join ${table(memory)} t on t.player_id = g.player_id
      ) gains
      where ${reachedOf(levels, "reached")} > ${reachedOf(levels, "reached - xp")}`,
  };
}
