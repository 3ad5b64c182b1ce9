import { experienceOfLevel } from "#domain/features/players/level.ts";
import type { AllGames } from "../../games/rounds.ts";
import type { DecodedEvents } from "../../kernel/decoded-events.ts";
import type { TableNames } from "../../kernel/projection.ts";
import { eachHour, type NoticeSource } from "../../notices/notice-source.ts";

/** Higher levels take years: nobody is told of them. */
const LEVEL_TOLD_MAX = 200;
/** What experience each level takes, from the second on. */
const STEPS = Array.from({ length: LEVEL_TOLD_MAX - 1 }, (_, n) => experienceOfLevel(n + 2));
const levelAt = (experience: string): string =>
  `width_bucket(${experience}, array[${STEPS.join(",")}]::bigint[]) + 1`;

/** What a level opens. */
const OPENS: Readonly<Record<string, string>> = {
  20: " The chat is open to you now.",
  50: " Your level stands beside your name now.",
};

/** Tells players of each level that they reach. */
export function levelNoticesOf({ rounds }: AllGames): NoticeSource {
  const each = rounds.map(({ played }) => `select player_id, position, recorded_at, xp from ${played.name}`);
  const gains: DecodedEvents = {
    name: "experience_gains",
    needs: rounds.map(({ played }) => played),
    columns: {
      player_id: "player_id",
      position: "position",
      recorded_at: "max(recorded_at)",
      xp: "sum(xp)::bigint",
    },
    from: `from (${each.join(" union all ")}) gained group by player_id, position`,
  };
  const passed = (table: TableNames): string => `select g.player_id, g.position, g.recorded_at, g.xp,
      coalesce(t.experience, 0) + sum(g.xp) over (partition by g.player_id order by g.position)::bigint as after
    from experience_gains g left join ${table("told_experience")} t on t.player_id = g.player_id`;
  return {
    name: "level",
    type: "level",
    reads: [gains],
    tables: {
      told_experience: {
        columns: { player_id: "text not null", experience: "bigint not null" },
        key: ["player_id"],
        fillfactor: 70,
      },
    },
    apply: (table) => [
      `insert into ${table("told_experience")} as t (player_id, experience)
      select player_id, sum(xp) from experience_gains group by player_id
      on conflict (player_id) do update set experience = t.experience + excluded.experience`,
    ],
    rows: (
      table,
    ) => `select player_id, position, recorded_at, '{"level":"' || ${levelAt("after")} || '"}' as payload,
        ${eachHour("'level'")} as together
      from (${passed(table)}) passed where ${levelAt("after")} > ${levelAt("after - xp")}`,
    says: ({ level = "" }) => {
      const message = `You reached level ${level}.${OPENS[level] ?? ""}`;
      return { title: "Level up", message, link: level === "20" ? "/chat" : null };
    },
  };
}
