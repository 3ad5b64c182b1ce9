import { experienceOfLevel } from "#domain/features/players/level.ts";
import type { AllGames } from "../../games/rounds.ts";
import type { TableNames } from "../../kernel/projection.ts";

/** Higher levels take years: nobody is told of them. */
const LEVEL_TOLD_MAX = 200;
/** What experience each level takes, from the second on. */
const STEPS = Array.from({ length: LEVEL_TOLD_MAX - 1 }, (_, n) => experienceOfLevel(n + 2));
const levelAt = (experience: string): string =>
  `width_bucket(${experience}, array[${STEPS.join(",")}]::bigint[]) + 1`;

/** How a read model follows levels: what it reads, and remembers in a table of its own. */
export function levelsReached(memory: string, { gains }: AllGames) {
  return {
    reads: [gains],
    tables: {
      [memory]: {
        columns: { player_id: "text not null", experience: "bigint not null" },
        key: ["player_id"],
        fillfactor: 70,
      },
    },
    apply: (table: TableNames) => [
      `insert into ${table(memory)} as t (player_id, experience)
      select player_id, sum(xp) from experience_gains group by player_id
      on conflict (player_id) do update set experience = t.experience + excluded.experience`,
    ],
    /** A query: `player_id`, `position`, `recorded_at`, and the level `before` and after, as `level`. */
    passed: (table: TableNames): string =>
      `select player_id, position, recorded_at, ${levelAt("after - xp")} as before, ${levelAt("after")} as level
      from (
        select g.player_id, g.position, g.recorded_at, g.xp,
          coalesce(t.experience, 0) + sum(g.xp) over (partition by g.player_id order by g.position)::bigint as after
        from experience_gains g left join ${table(memory)} t on t.player_id = g.player_id
      ) gained`,
  };
}
