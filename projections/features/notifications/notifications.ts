import { eventTypes } from "#domain/features/registry.ts";
import { ofType, same } from "../../kernel/events/columns.ts";
import { type DecodedEvents, parsedOf } from "../../kernel/events/decoded-events.ts";
import type { Projection, TableNames } from "../../kernel/projection.ts";
import { eachHour, type NoticeSource } from "../../notices/notice-source.ts";

/** The reader of a notice for every admin; of an admin's own act, for every other admin. */
export const ADMINS = "admins";

const told = Object.values(eventTypes).filter(({ notify }) => notify !== null);
const namesOf = (chosen: typeof told): string => ["''", ...chosen.map(({ type }) => `'${type}'`)].join(", ");
const toAdmins = namesOf(told.filter(({ notify }) => notify?.to === "admins"));
const toFurther = namesOf(told.filter(({ notify }) => notify?.to === "alsoIn"));
const grouped = namesOf(told.filter(({ notify }) => notify?.together !== undefined));

const tellings: DecodedEvents = {
  name: "tellings",
  columns: {
    ...same("position", "recorded_at", "type"),
    payload: "payload::text",
    by_player: "payload ->> 'by'",
    player_id: `case when type in (${toAdmins}) then '${ADMINS}'
        when type in (${toFurther}) then (select substr(s, 8) from unnest(also_in) s where s like 'player:%' limit 1)
        when stream like 'player:%' then split_part(stream, ':', 2) else payload ->> 'playerId' end`,
  },
  from: parsedOf("position, stream, also_in, recorded_at, type", ...told.map(({ type }) => type)),
};

/** All notices of a slice. Events' own notices have no name. */
const rowsOf = (sources: readonly NoticeSource[], table: TableNames): string =>
  [
    `select player_id, '' as name, case when type in (${grouped}) then ${eachHour("type")} else position::text end as together,
      position, recorded_at, case when player_id = '${ADMINS}' then by_player end as by_player, type, payload
    from tellings where player_id is not null`,
    ...sources.map(
      (source) => `select player_id, '${source.name}', together, position, recorded_at, null, '', payload
    from (${source.rows(table)}) ${source.name}_told`,
    ),
  ].join("\n    union all\n    ");

/** All notifications: one row each, which several notices may share. */
export const notificationsOfSources = (sources: readonly NoticeSource[]): Projection => ({
  name: "notifications",
  version: 5,
  tables: {
    notifications: {
      columns: {
        player_id: "text not null",
        // of the source; nothing for events' own notices
        name: "text not null",
        together: "text not null",
        ...ofType("bigint not null", "first_position", "position", "times"),
        // of what every other admin is told
        by_player: "text",
        type: "text not null",
        payload: "text not null",
        at: "bigint not null",
      },
      key: ["player_id", "name", "together"],
      indexes: ["player_id, position", "player_id, first_position"],
    },
    ...Object.assign({}, ...sources.map(({ tables = {} }) => tables)),
  },
  reads: [...new Set([tellings, ...sources.flatMap(({ reads }) => reads)])],
  apply: (table) => [
    ...sources.flatMap(({ apply }) => apply?.(table) ?? []),
    `insert into ${table("notifications")} as t
      (player_id, name, together, first_position, position, times, by_player, type, payload, at)
    select player_id, name, together, min(position), max(position), count(*), max(by_player), max(type),
      (array_agg(payload order by position desc))[1], max(recorded_at)
    from (${rowsOf(sources, table)}) told
    group by player_id, name, together
    on conflict (player_id, name, together) do update set position = excluded.position, times = t.times + excluded.times,
      payload = excluded.payload, at = excluded.at
    where not starts_with(t.together, 'once:')`,
  ],
});
