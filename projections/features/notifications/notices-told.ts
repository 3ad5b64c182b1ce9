import { type Notification, notificationSchema } from "#domain/features/notifications/contract.ts";
import { KEPT_MS, UNREAD_MAX } from "#domain/features/notifications/rules.ts";
import { eventTypes } from "#domain/features/registry.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row, type SqlValue } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import type { NoticeSource, SettingNow } from "../../notices/notice-source.ts";
import { settingsSet } from "../settings/admin-settings.ts";
import { ADMINS } from "./notifications.ts";

/** The reader and the time in milliseconds: a player, who also sees admins' notices while being one. */
export interface Listener {
  readonly playerId: string;
  readonly isAdmin: boolean;
  readonly now: number;
}

/** `$1` to `$3` of {@link toldTo}. */
const valuesOf = ({ playerId, isAdmin, now }: Listener): readonly SqlValue[] => [
  arrayLiteral(isAdmin ? [playerId, ADMINS] : [playerId]),
  playerId,
  now - KEPT_MS,
];

/** Up to where a listener has read everything. */
const MARK = "(select coalesce(max(up_to), 0) from notification_marks where player_id = $2)";

/**
 * Notifications a listener may still see, with their read state: the base of list and counts.
 * @param also more that has to hold, and which come first
 */
const toldTo = (table: TableNames, also: string): string => `select n.*, n.position <= ${MARK} or exists (
      select from notification_reads r where r.player_id = $2 and r.position = n.position and r.name = n.name) as is_read
    from unnest($1::text[]) as addressee cross join lateral (
      select * from ${table("notifications")} n
      where n.player_id = addressee collate "C" and n.by_player is distinct from $2 and n.at > $3::bigint ${also}) n`;

/** What is unread, all of it above the mark. */
const unreadIn = (table: TableNames): string =>
  `select position, name from (${toldTo(table, `and n.position > ${MARK}`)}) told where not is_read`;

const FIRST = "and n.position < $4::bigint order by n.position desc fetch first $5 rows with ties";

interface NotificationRow extends Row {
  readonly name: string;
  readonly first_position: bigint;
  readonly position: bigint;
  readonly times: bigint;
  readonly type: string;
  readonly payload: string;
  readonly at: bigint;
  readonly is_read: boolean;
}

/**
 * Notifications, newest first. Two may share a position: a page that would be cut between them has both.
 * @param sources of notices that no single event gives
 */
export async function notificationsOf(
  { models, sources }: { readonly models: ReadModels; readonly sources: readonly NoticeSource[] },
  listener: Listener,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window,
): Promise<Notification[]> {
  const [rows, { byName }] = await Promise.all([
    models.ask<NotificationRow>(
      (table) => `select * from (${toldTo(table, FIRST)}) told
      order by position desc fetch first $5 rows with ties`,
      [...valuesOf(listener), before, limit],
    ),
    settingsSet(models),
  ]);
  const settingNow: SettingNow = (setting) => BigInt(byName.get(setting.name)?.value ?? setting.default);
  return rows.map((row) => ({
    id: idOf(row),
    position: Number(row.position),
    userId: listener.playerId,
    ...noticeOf(row, { reader: listener.playerId, sources, settingNow }),
    isRead: row.is_read,
    createdAt: instantOf(row.at),
  }));
}

const idOf = ({ first_position, name }: NotificationRow): string =>
  name === "" ? `n_${first_position}` : `n_${first_position}_${name}`;

interface Reading {
  readonly reader: string;
  readonly sources: readonly NoticeSource[];
  readonly settingNow: SettingNow;
}

type Notice = Pick<Notification, "type" | "title" | "message" | "actionUrl">;

/** What a notification says. */
function noticeOf(
  { name, type, payload, times }: NotificationRow,
  { reader, sources, settingNow }: Reading,
): Notice {
  if (name !== "") {
    const source = sources.find((one) => one.name === name);
    invariant(source !== undefined, `${name} gives notifications`);
    const { link, ...words } = source.says(
      JSON.parse(payload) as Readonly<Record<string, string>>,
      settingNow,
    );
    return { type: typeOf(source.type), ...words, actionUrl: link };
  }
  const definition = eventTypes[type];
  const notice = definition?.notify ?? null;
  invariant(definition !== undefined && notice !== null, `${type} gives a notification`);
  const isGroup = times > 1n && notice.together !== undefined;
  const told = definition.parse(JSON.parse(payload) as JsonObject);
  const words = isGroup ? notice.together?.(Number(times)) : notice.words(told, reader);
  invariant(words !== undefined, "a notification has words");
  return { type: typeOf(notice.type), ...words, actionUrl: notice.linkOf?.(told) ?? notice.link };
}

const typeOf = (type: string): Notification["type"] => notificationSchema.shape.type.parse(type);

/** How many notifications of a player are unread, up to a bound. */
export async function unreadCount(models: ReadModels, listener: Listener): Promise<number> {
  const [row] = await models.ask<Row & { readonly count: bigint }>(
    (table) => `select count(*) from (${unreadIn(table)} limit ${UNREAD_MAX}) unread`,
    valuesOf(listener),
  );
  return Number(row?.count ?? 0n);
}

const NOTICE_ID = /^n_([1-9]\d{0,14})(?:_([a-z]{1,20}))?$/;

/** The current position of a notification by its id. Null for somebody else's. */
export async function toldById(models: ReadModels, listener: Listener, id: string) {
  const [, first, name = ""] = NOTICE_ID.exec(id) ?? [];
  if (first === undefined) return null;
  const [row] = await models.ask<Row & { readonly position: bigint }>(
    (table) =>
      `select position from (${toldTo(table, "and n.first_position = $4::bigint and n.name = $5::text")}) told`,
    [...valuesOf(listener), Number(first), name],
  );
  return row === undefined ? null : { position: Number(row.position), name };
}

/** Unread notifications up to a position: their number, and the newest. */
export async function unreadUpTo(models: ReadModels, listener: Listener, upTo: number) {
  const [row] = await models.ask<Row & { readonly unread: bigint; readonly newest: bigint | null }>(
    (table) => `select (select count(*) from (${unreadIn(table)}) u where position <= $4::bigint) as unread,
      (select max(n.position) from ${table("notifications")} n
        where n.player_id = any ($1::text[]) and n.position <= $4::bigint) as newest`,
    [...valuesOf(listener), upTo],
  );
  return { unread: Number(row?.unread ?? 0n), newest: row?.newest == null ? 0 : Number(row.newest) };
}
