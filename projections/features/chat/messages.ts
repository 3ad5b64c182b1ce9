import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { REPORTS_TO_HIDE, ROOM } from "#domain/features/chat/rules.ts";
import { levelOf } from "#domain/features/players/level.ts";
import { HIDDEN_NAME, type Visibility } from "#domain/player/privacy.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row, type SqlValue } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { FORGOTTEN_NAME, withIdentity } from "../players/identity.ts";

/** The id shown for a hidden winner. No player has it. */
export const HIDDEN_WINNER_ID = "hidden";

/** Which part of the room is wanted, newest first. */
export interface ChatWindow {
  readonly limit: number;
  readonly before?: number | undefined;
  /** Alone it gives the messages right after this one, so that polling misses none. */
  readonly after?: number | undefined;
}

interface MessageRow extends Row {
  readonly seq: bigint;
  readonly id: string;
  readonly player_id: string;
  readonly type: ChatMessage["type"];
  readonly text: string;
  readonly mentions: string;
  readonly reply_to: string | null;
  readonly created_at: bigint;
  readonly edited_at: bigint | null;
  readonly deleted_by: string | null;
  readonly is_hidden: boolean;
  readonly username: string | null;
  readonly display_name: string | null;
  readonly profile_image_url: string | null;
  readonly profile: Visibility | null;
  readonly is_listed: boolean | null;
  readonly experience: bigint | null;
  readonly roles: readonly string[] | null;
  readonly reply_type: ChatMessage["type"] | null;
  readonly reply_username: string | null;
  readonly reply_profile: Visibility | null;
  readonly reply_text: string | null;
  readonly reply_id: string | null;
}

/** Reports that nobody has closed yet, of the message `m`. */
const openReports = (table: TableNames, message: string): string =>
  `(select count(*) from chat_reports r where r.message_id = ${message}.id
    and not exists (select from ${table("chat_closings")} c where c.report_id = r.id))`;

/**
 * Whether the author is an admin, `$1` being the ids that the settings name: reports do not hide their messages, since
 * nobody could unhide them.
 */
const isOfAdmin = (table: TableNames, message: string): string =>
  `(exists (select from identities a where a.player_id = ${message}.player_id and a.platform_id = any ($1::text[]))
    or exists (select from ${table("role_grants")} g
      where g.player_id = ${message}.player_id and g.role = 'admin' and g.holds))`;

const isHidden = (table: TableNames, message: string): string =>
  `(${openReports(table, message)} >= ${REPORTS_TO_HIDE} and not ${isOfAdmin(table, message)})`;

/** The players whom a message mentions, without those hidden from anyone. */
const MENTIONS = `case when m.mentions = '[]' then m.mentions else (
    select coalesce(json_agg(called.value), '[]')::text from json_array_elements(m.mentions::json) called
      where exists (select from identities o where o.player_id = called.value ->> 2 and o.profile = 'public')) end`;

/** Whether somebody took the message back or removed it, or reports hide it. */
const isGone = (table: TableNames, message: string): string =>
  `(${message}.deleted_at is not null
    or exists (select from ${table("chat_removals")} x where x.message_id = ${message}.id)
    or ${isHidden(table, message)})`;

/** @param picked the rows of `chat_messages` to show; `$1` are the platform's ids of listed admins */
const messageQuery = (table: TableNames, picked: string): string =>
  `select m.seq, m.id, m.player_id, m.type, m.text, ${MENTIONS} as mentions, m.reply_to, m.created_at, m.edited_at,
      case when m.deleted_at is not null then m.player_id else x.by end as deleted_by,
      ${isHidden(table, "m")} as is_hidden,
      i.username, i.display_name, i.profile_image_url, i.profile, i.platform_id = any ($1::text[]) as is_listed,
      p.experience,
      case when coalesce(s.is_suspended, false) then null else (select array_agg(g.role)
        from ${table("role_grants")} g where g.player_id = m.player_id and g.holds) end as roles,
      q.id as reply_id, q.type as reply_type, j.username as reply_username, j.profile as reply_profile,
      case when ${isGone(table, "q")} then '' else q.text end as reply_text
    from (${picked}) m
      left join ${table("chat_removals")} x on x.message_id = m.id
      ${withIdentity("i", "m.player_id")}
      left join ${table("player_progress")} p on p.player_id = m.player_id
      left join ${table("suspensions")} s on s.player_id = m.player_id
      left join chat_messages q on q.id = m.reply_to
      ${withIdentity("j", "q.player_id")}
    order by m.seq desc`;

function messageOf(row: MessageRow): ChatMessage {
  const isDeleted = row.deleted_by !== null;
  const user = userOf(row);
  return {
    id: row.id,
    position: Number(row.seq),
    userId: user.id,
    message: isDeleted || row.is_hidden ? "" : row.text,
    roomId: ROOM,
    replyToId: row.reply_to,
    replyTo:
      row.reply_id === null
        ? null
        : { id: row.reply_id, username: nameOfReplied(row), message: row.reply_text ?? "" },
    isEdited: row.edited_at !== null,
    editedAt: row.edited_at === null ? null : instantOf(row.edited_at),
    isDeleted,
    deletedBy: row.deleted_by,
    createdAt: instantOf(row.created_at),
    type: row.type,
    user,
    mentions: isDeleted || row.is_hidden ? [] : mentionsOf(row),
  };
}

/** A win line has no author: it names its player as other surfaces do. */
const isUnnamed = (type: ChatMessage["type"] | null, profile: Visibility | null): boolean =>
  type === "bet" && (profile ?? "public") !== "public";

const nameOfReplied = ({ reply_type, reply_profile, reply_username }: MessageRow): string =>
  isUnnamed(reply_type, reply_profile) ? HIDDEN_NAME : (reply_username ?? FORGOTTEN_NAME);

function userOf(row: MessageRow): ChatMessage["user"] {
  const nothing = { robloxId: null, email: null } as const;
  if (isUnnamed(row.type, row.profile)) {
    const names = { username: HIDDEN_NAME, displayName: HIDDEN_NAME, profileImageUrl: null };
    return { id: HIDDEN_WINNER_ID, ...names, level: 1, role: "player", ...nothing };
  }
  const username = row.username ?? FORGOTTEN_NAME;
  return {
    id: row.player_id,
    username,
    displayName: row.type === "bet" ? username : (row.display_name ?? FORGOTTEN_NAME),
    profileImageUrl: row.profile_image_url,
    level: levelOf(Number(row.experience ?? 0n)),
    role: roleOf(row),
    ...nothing,
  };
}

const mentionsOf = ({ mentions }: MessageRow): ChatMessage["mentions"] =>
  (JSON.parse(mentions) as readonly (readonly [number, number, string])[]).map(([start, end, playerId]) => ({
    start,
    end,
    playerId,
  }));

function roleOf({ is_listed, roles }: MessageRow): ChatMessage["user"]["role"] {
  if (is_listed === true || roles?.includes("admin")) return "admin";
  return roles?.includes("moderator") ? "moderator" : "player";
}

/** A part of the room. @param listed the platform's ids of admins that the settings name */
export async function chatMessages(
  models: ReadModels,
  listed: readonly string[],
  { limit, before = Number.MAX_SAFE_INTEGER, after = 0 }: ChatWindow,
): Promise<ChatMessage[]> {
  const isForward = after > 0 && before === Number.MAX_SAFE_INTEGER;
  const values: readonly SqlValue[] = [arrayLiteral(listed), ROOM, before, after, limit];
  const rows = await models.ask<MessageRow>(
    (table) =>
      messageQuery(
        table,
        `select * from chat_messages where room_id = $2 and seq < $3 and seq > $4
          order by seq ${isForward ? "asc" : "desc"} limit $5`,
      ),
    values,
  );
  return rows.map(messageOf);
}

/** Messages by their ids, oldest first; without those that are gone. */
export async function chatMessagesById(
  models: ReadModels,
  listed: readonly string[],
  ids: readonly string[],
): Promise<ChatMessage[]> {
  if (ids.length === 0) return [];
  const rows = await models.ask<MessageRow>(
    (table) => messageQuery(table, "select * from chat_messages where id = any ($2::text[])"),
    [arrayLiteral(listed), arrayLiteral(ids)],
  );
  return rows.map(messageOf).toReversed();
}

/** The number of the newest message; 0 in a room in which nobody has said anything. */
export async function newestPosition(models: ReadModels): Promise<number> {
  const [row] = await models.ask<Row & { readonly seq: bigint }>(
    () => "select seq from chat_rooms where id = $1",
    [ROOM],
  );
  return Number(row?.seq ?? 0n);
}

/** One message as everybody sees it; null without one. */
export async function chatMessage(
  models: ReadModels,
  listed: readonly string[],
  id: string,
): Promise<ChatMessage | null> {
  const [message = null] = await chatMessagesById(models, listed, [id]);
  return message;
}

/** Whether a moderator removed a message. */
export async function isMessageRemoved(models: ReadModels, id: string): Promise<boolean> {
  const rows = await models.ask(
    (table) => `select message_id from ${table("chat_removals")} where message_id = $1`,
    [id],
  );
  return rows.length > 0;
}

/** How many unread messages are counted at most. */
export const UNREAD_MAX = 100;

/** What a player has not read: nothing for one who has never looked. */
export async function unreadOf(
  models: ReadModels,
  playerId: string,
): Promise<{ readonly count: number; readonly readUpTo: number; readonly upTo: number }> {
  const [row] = await models.ask<
    Row & { readonly count: bigint; readonly read: bigint; readonly seq: bigint }
  >(
    () => `select r.seq, coalesce(seen.seq, r.seq) as read, (select count(*) from (select from chat_messages m
        where m.room_id = r.id and m.seq > coalesce(seen.seq, r.seq) limit ${UNREAD_MAX}) as unread) as count
      from chat_rooms r left join chat_reads seen on seen.room_id = r.id and seen.player_id = $2 where r.id = $1`,
    [ROOM, playerId],
  );
  return { count: Number(row?.count ?? 0n), readUpTo: Number(row?.read ?? 0n), upTo: Number(row?.seq ?? 0n) };
}
