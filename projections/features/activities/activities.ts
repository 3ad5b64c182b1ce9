import type { ActivitySource } from "../../activities/activity-source.ts";
import type { Projection } from "../../kernel/projection.ts";

/** Players' public activity. Who may see which row is decided when it is read. */
export const activitiesOfSources = (sources: readonly ActivitySource[]): Projection => ({
  name: "activities",
  version: 1,
  tables: {
    activities: {
      columns: {
        player_id: "text not null",
        position: "bigint not null",
        type: "text not null",
        other_id: "text",
        payload: "text not null",
        at: "bigint not null",
      },
      key: ["player_id", "position", "type"],
      indexes: ["position"],
      insertsOnly: true,
    },
    ...Object.assign({}, ...sources.map(({ tables = {} }) => tables)),
  },
  reads: [...new Set(sources.flatMap(({ reads }) => reads))],
  apply: (table) => [
    ...sources.flatMap(({ apply }) => apply?.(table) ?? []),
    `insert into ${table("activities")} (player_id, position, type, other_id, payload, at)
    ${sources
      .map(
        ({ type, rows }) => `select player_id, position, '${type}', other_id, payload, recorded_at
      from (${rows(table)}) ${type}_done`,
      )
      .join("\n    union all\n    ")}`,
  ],
});
