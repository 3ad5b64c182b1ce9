import { texts } from "../../kernel/events/columns.ts";
import { decodedEvents } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";

const settingChanges = decodedEvents("setting_changes", "SettingsChanged", {
  ...texts("by", "reason"),
  changed: "payload -> 'values'",
});

/** The newest value of each setting that was set. */
export const adminSettingsProjection: Projection = {
  name: "admin-settings",
  version: 1,
  tables: {
    admin_settings: {
      columns: {
        name: "text not null",
        // null where it was put back to its default
        value: "bigint",
        position: "bigint not null",
        at: "bigint not null",
        by: "text not null",
        reason: "text not null",
      },
      key: ["name"],
    },
    settings_version: {
      columns: { id: "text not null", version: "bigint not null" },
      key: ["id"],
    },
  },
  reads: [settingChanges],
  apply: (table) => [
    `insert into ${table("admin_settings")} (name, value, position, at, by, reason)
    select distinct on (name) name, value::bigint, position, recorded_at, by, reason
    from setting_changes cross join lateral jsonb_each_text(changed) as each(name, value)
    order by name, position desc
    on conflict (name) do update set value = excluded.value, position = excluded.position, at = excluded.at,
      by = excluded.by, reason = excluded.reason`,
    `insert into ${table("settings_version")} as t (id, version)
    select stream, count(*) from setting_changes group by stream
    on conflict (id) do update set version = t.version + excluded.version`,
  ],
};

/** A setting's last change. */
export interface SetSetting {
  /** Whole, minor units where it is money; null for the default. */
  readonly value: bigint | null;
  readonly changed: {
    readonly at: string;
    readonly position: number;
    readonly by: string;
    readonly reason: string;
  };
}

interface SettingRow extends Row {
  readonly version: bigint;
  readonly name: string | null;
  readonly value: bigint | null;
  readonly position: bigint;
  readonly at: bigint;
  readonly by: string;
  readonly reason: string;
}

/** The settings that somebody has set, and how often they were changed in all. */
export async function settingsSet(
  models: ReadModels,
): Promise<{ readonly version: number; readonly byName: ReadonlyMap<string, SetSetting> }> {
  const rows = await models.ask<SettingRow>(
    (table) => `select coalesce(v.version, 0) as version, s.*
      from (select 1) one left join ${table("settings_version")} v on true
        left join ${table("admin_settings")} s on true`,
  );
  const byName = new Map<string, SetSetting>();
  for (const { name, value, at, position, by, reason } of rows) {
    if (name === null) continue;
    byName.set(name, { value, changed: { at: instantOf(at), position: Number(position), by, reason } });
  }
  return { version: Number(rows[0]?.version ?? 0n), byName };
}
