import { createHash, randomBytes } from "node:crypto";
import type { RecentMessage, RecentTalk } from "#domain/features/chat/post.ts";
import {
  BURST_MAX,
  BUSY_MS,
  EDIT_WITHIN_MS,
  EDITABLE_MAX,
  EDITS_MAX,
  MENTIONS_MAX,
  REPORTS_OF_PLAYER_MAX,
  ROOM,
  SAME_TEXT_MS,
} from "#domain/features/chat/rules.ts";
import { likenessOf, partsOf } from "#domain/features/chat/text.ts";
import { arrayLiteral, type Row, type Sql } from "#projections/kernel/sql.ts";

/** The channel that notifies every process of changes in the room. */
export const CHAT_CHANNEL = "florin_chat";

/** A message as stored. */
export interface StoredMessage extends Row {
  readonly seq: bigint;
  readonly id: string;
  readonly player_id: string;
  readonly type: string;
  readonly text: string;
  readonly salt: string;
  readonly created_at: bigint;
  readonly edited_at: bigint | null;
  readonly deleted_at: bigint | null;
}

const STORED = "seq, id, player_id, type, text, salt, created_at, edited_at, deleted_at";

/** Locks the room until the transaction ends, so that messages are numbered in the order of their commits. */
export async function lockRoom(tx: Sql): Promise<{ readonly seq: number; readonly writtenAt: number }> {
  const [row] = await tx.query<Row & { seq: bigint; written_at: bigint }>(
    "select seq, written_at from chat_rooms where id = $1 for update",
    [ROOM],
  );
  return { seq: Number(row?.seq), writtenAt: Number(row?.written_at) };
}

/**
 * Records that the room has changed, and notifies every process on commit.
 * @param change the message that was changed or reported; none for a new one
 */
export async function roomChanged(
  tx: Sql,
  change: { readonly changed?: string; readonly reported?: string } = {},
): Promise<void> {
  await tx.query("update chat_rooms set version = version + 1 where id = $1", [ROOM]);
  await tx.query("select pg_notify($1, $2)", [CHAT_CHANNEL, JSON.stringify(change)]);
}

interface ActRow extends Row {
  readonly likeness: string;
  readonly text: string | null;
  readonly at: bigint;
  readonly is_edited: boolean;
}

/**
 * Recent messages of the room, and each of their changes.
 * @param wanted `at` in milliseconds; `edits`: the message about to change, which does not count as a repetition of
 * itself
 */
export async function recentTalk(
  tx: Sql,
  wanted: {
    readonly playerId: string;
    readonly text: string;
    readonly at: number;
    readonly edits: string | null;
  },
): Promise<RecentTalk> {
  const { playerId, text, at, edits } = wanted;
  const own = await tx.query<ActRow>(
    `with mine as (
      select id, likeness, coalesce(edited_at, created_at) as at from chat_messages
      where player_id = $1 and type = 'chat' order by seq desc limit $3)
    select likeness, null as text, at, id = $4 as is_edited from mine
    union all
    select '', e.text, e.written_at, e.message_id = $4 from chat_edits e join mine on mine.id = e.message_id
    order by at desc limit $2`,
    [playerId, BURST_MAX, EDITABLE_MAX, edits ?? ""],
  );
  const [row] = await tx.query<Row & { talk: bigint; authors: bigint }>(
    `select count(*) filter (where created_at > $4) as talk,
        count(distinct player_id) filter (where likeness = $2 and player_id <> $3
          and coalesce(edited_at, created_at) > $5) as authors
      from chat_messages where created_at > $1`,
    [at - SAME_TEXT_MS - EDIT_WITHIN_MS, likenessOf(text), playerId, at - BUSY_MS, at - SAME_TEXT_MS],
  );
  return {
    own: own.map(
      ({ likeness, text: before, at: actedAt, is_edited }): RecentMessage => ({
        likeness: is_edited ? null : before === null ? likeness : likenessOf(before),
        at: Number(actedAt),
      }),
    ),
    othersAlike: Number(row?.authors),
    inLastMinute: Number(row?.talk),
  };
}

export interface NewMessage {
  readonly id: string;
  readonly playerId: string;
  readonly commandId: string;
  readonly requestHash: Uint8Array;
  readonly text: string;
  readonly type: "chat" | "bet";
  readonly replyToId: string | null;
}

/** Writes a message into the locked room. @param at milliseconds @returns its number */
export async function writeMessage(
  tx: Sql,
  message: NewMessage,
  { seq, at }: { readonly seq: number; readonly at: number },
): Promise<number> {
  await tx.query(
    `insert into chat_messages (room_id, seq, id, player_id, command_id, request_hash, type, text, likeness, salt,
      reply_to, mentions, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ROOM,
      seq + 1,
      message.id,
      message.playerId,
      message.commandId,
      message.requestHash,
      message.type,
      message.text,
      likenessOf(message.text),
      newSalt(),
      message.replyToId,
      JSON.stringify(await mentionsIn(tx, message.text)),
      at,
    ],
  );
  await tx.query("update chat_rooms set seq = $2, written_at = $3 where id = $1", [ROOM, seq + 1, at]);
  await roomChanged(tx);
  return seq + 1;
}

const newSalt = (): string => randomBytes(16).toString("hex");

/** The hash of a message's text in the log. Without the salt, which is beside the log, it reveals nothing. */
export const textHashOf = ({ text, salt }: Pick<StoredMessage, "text" | "salt">): string =>
  createHash("sha256").update(`${salt}\n${text}`).digest("hex");

/** Mentions of players in a text: start, end and player. */
async function mentionsIn(tx: Sql, text: string): Promise<readonly (readonly [number, number, string])[]> {
  let from = 0;
  const names = partsOf(text).flatMap((part) => {
    const start = from;
    from += part.text.length;
    return part.kind === "name" ? [{ start, end: from, name: part.text.slice(1) }] : [];
  });
  if (names.length === 0) return [];
  const first = names.slice(0, MENTIONS_MAX);
  const rows = await tx.query<Row & { player_id: string; name: string }>(
    `select asked.name, i.player_id from unnest($1::text[]) as asked(name)
      join identities i on (left(lower(i.username collate "C"), 16)) collate "C" = left(lower(asked.name), 16)
        and lower(i.username collate "C") = lower(asked.name)
      order by i.updated_at`,
    [arrayLiteral([...new Set(first.map(({ name }) => name))])],
  );
  // Names change hands at the platform: it belongs to whoever signed in with it last.
  const byName = new Map(rows.map(({ name, player_id }) => [name, player_id]));
  return first.flatMap(({ start, end, name }) => {
    const playerId = byName.get(name);
    return playerId === undefined ? [] : [[start, end, playerId] as const];
  });
}

/** The players a message mentions, hidden ones included. */
export async function mentionedIn(sql: Sql, id: string): Promise<ReadonlySet<string>> {
  const [row] = await sql.query<Row & { mentions: string }>(
    "select mentions from chat_messages where id = $1",
    [id],
  );
  const mentions = JSON.parse(row?.mentions ?? "[]") as readonly (readonly [number, number, string])[];
  return new Set(mentions.map(([_start, _end, playerId]) => playerId));
}

/** The message that a command wrote before; null for none. */
export async function writtenBy(
  tx: Sql,
  commandId: string,
): Promise<{ readonly id: string; readonly requestHash: Uint8Array } | null> {
  const [row] = await tx.query<Row & { id: string; request_hash: Uint8Array }>(
    "select id, request_hash from chat_messages where command_id = $1",
    [commandId],
  );
  return row === undefined ? null : { id: row.id, requestHash: row.request_hash };
}

/** A stored message; null for none. */
export async function storedMessage(sql: Sql, id: string): Promise<StoredMessage | null> {
  const [row] = await sql.query<StoredMessage>(`select ${STORED} from chat_messages where id = $1`, [id]);
  return row ?? null;
}

/** Changes a message's text and keeps the old one. @returns false when it was changed too often */
export async function rewrite(
  tx: Sql,
  { id, text: before, created_at, edited_at }: StoredMessage,
  { text, at }: { readonly text: string; readonly at: number },
): Promise<boolean> {
  const [row] = await tx.query<Row & { edits: bigint }>(
    "select count(*) as edits from chat_edits where message_id = $1",
    [id],
  );
  const edits = Number(row?.edits);
  if (edits >= EDITS_MAX) return false;
  await tx.query("insert into chat_edits (message_id, number, text, written_at) values ($1, $2, $3, $4)", [
    id,
    edits + 1,
    before,
    edited_at ?? created_at,
  ]);
  await tx.query(
    "update chat_messages set text = $2, likeness = $3, salt = $4, mentions = $5, edited_at = $6 where id = $1",
    [id, text, likenessOf(text), newSalt(), JSON.stringify(await mentionsIn(tx, text)), at],
  );
  await roomChanged(tx, { changed: id });
  return true;
}

/** Deletes a message for its readers. The row keeps its text, for moderators. */
export async function takeBack(tx: Sql, id: string, at: number): Promise<void> {
  await tx.query("update chat_messages set deleted_at = $2 where id = $1", [id, at]);
  await roomChanged(tx, { changed: id });
}

/** Whether a player was muted after a position, which the decision has not seen. */
export async function isMutedSince(
  tx: Sql,
  {
    logId,
    playerId,
    position,
  }: { readonly logId: number; readonly playerId: string; readonly position: number },
): Promise<boolean> {
  // By position first: few events follow a head read a moment ago.
  const [row] = await tx.query<Row & { muted: bigint }>(
    `with since as materialized (select stream, type from events where log_id = $1 and position > $2)
      select count(*) as muted from since where type = 'ChatMuted' and stream = $3`,
    [logId, position, `player:${playerId}`],
  );
  return Number(row?.muted) > 0;
}

/** A message's earlier texts, oldest first. */
export async function versionsOf(sql: Sql, id: string): Promise<readonly { message: string; at: number }[]> {
  const rows = await sql.query<Row & { text: string; written_at: bigint }>(
    "select text, written_at from chat_edits where message_id = $1 order by number",
    [id],
  );
  return rows.map(({ text, written_at }) => ({ message: text, at: Number(written_at) }));
}

/** Reports a message. @returns false when this player has reported it before */
export async function writeReport(
  sql: Sql,
  report: {
    readonly id: string;
    readonly messageId: string;
    readonly reporterId: string;
    readonly reason: string;
    readonly text: string;
    readonly at: number;
  },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into chat_reports (id, message_id, reporter_id, reason, text, created_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (message_id, reporter_id) do nothing returning id`,
    [report.id, report.messageId, report.reporterId, report.reason, report.text, report.at],
  );
  return rows.length > 0;
}

/** The id of a player's report of a message; null for none. */
export async function reportOf(
  sql: Sql,
  { messageId, reporterId }: { readonly messageId: string; readonly reporterId: string },
): Promise<string | null> {
  const [row] = await sql.query<Row & { id: string }>(
    "select id from chat_reports where message_id = $1 and reporter_id = $2",
    [messageId, reporterId],
  );
  return row?.id ?? null;
}

/** When a player made their newest reports after an instant, oldest first, at most `REPORTS_OF_PLAYER_MAX`. */
export async function reportsAfter(
  sql: Sql,
  { reporterId, after }: { readonly reporterId: string; readonly after: number },
): Promise<readonly number[]> {
  const rows = await sql.query<Row & { created_at: bigint }>(
    "select created_at from chat_reports where reporter_id = $1 and created_at > $2 order by created_at desc limit $3",
    [reporterId, after, REPORTS_OF_PLAYER_MAX],
  );
  return rows.map(({ created_at }) => Number(created_at)).toReversed();
}

/** The reported message; null when there is no such report. */
export async function messageOfReport(sql: Sql, reportId: string): Promise<string | null> {
  const [row] = await sql.query<Row & { message_id: string }>(
    "select message_id from chat_reports where id = $1",
    [reportId],
  );
  return row?.message_id ?? null;
}

/** Marks messages as read up to a number, never back. @returns the number up to which they are read */
export async function markRead(sql: Sql, playerId: string, upTo: number): Promise<number> {
  const [row] = await sql.query<Row & { seq: bigint }>(
    `insert into chat_reads as known (player_id, room_id, seq)
      select $1, id, least($3, seq) from chat_rooms where id = $2
      on conflict (player_id, room_id) do update set seq = greatest(known.seq, excluded.seq) returning seq`,
    [playerId, ROOM, upTo],
  );
  return Number(row?.seq);
}

/** Deletes messages written before an instant, oldest first, up to a maximum. @returns how many */
export async function deleteOld(sql: Sql, before: number, max: number): Promise<number> {
  const rows = await sql.query(
    `with old as (delete from chat_messages where id in (
        select id from chat_messages where created_at < $1 order by created_at limit $2) returning id, command_id),
      freed as (delete from used_keys using old where used_keys.command_id = old.command_id)
    select id from old`,
    [before, max],
  );
  return rows.length;
}

/** Whether this win, or any other since an instant, was announced. */
export async function isWinTold(
  tx: Sql,
  { commandId, since }: { readonly commandId: string; readonly since: number },
): Promise<boolean> {
  const rows = await tx.query(
    "select id from chat_messages where command_id = $1 or (created_at > $2 and type = 'bet') limit 1",
    [commandId, since],
  );
  return rows.length > 0;
}
