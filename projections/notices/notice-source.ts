import type { NoticeWords } from "#domain/kernel/events/event-definition.ts";
import type { SettingDefinition } from "#domain/kernel/setting.ts";
import type { DecodedEvents } from "../kernel/events/decoded-events.ts";
import type { TableNames, TableShape } from "../kernel/projection.ts";

/** What a setting is now. */
export type SettingNow = (setting: SettingDefinition) => bigint;

/** What players may do from a level on that a setting names. */
export interface LevelOpening {
  readonly setting: SettingDefinition;
  /** A sentence that follows the level. */
  readonly words: string;
  readonly link: string;
}

/** A notification that no single event produces. */
export interface NoticeSource {
  /** In lower-case letters; unique among the sources, and kept for ever. */
  readonly name: string;
  /** One of the types of notifications. */
  readonly type: string;
  readonly reads: readonly DecodedEvents[];
  /** State kept from slice to slice. */
  readonly tables?: { readonly [table: string]: TableShape };
  readonly apply?: (table: TableNames) => readonly string[];
  /**
   * A query for a slice's notices: `player_id`, `position`, `recorded_at`, `payload` (JSON of texts, as text) and
   * `together`. Notices with the same `together` are merged for a player, with the newest payload, or the oldest if it
   * begins with `once:`.
   */
  readonly rows: (table: TableNames) => string;
  readonly says: (
    payload: Readonly<Record<string, string>>,
    settingNow: SettingNow,
  ) => NoticeWords & { readonly link: string | null };
}

/** What stands together within a clock hour. @param what begins the text, as an SQL expression */
export const eachHour = (what: string): string => `${what} || ':' || recorded_at / 3600000`;
