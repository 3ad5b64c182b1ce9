import type { ChatMute, ChatReport } from "#domain/features/chat/contract.ts";
import { roomStream } from "#domain/features/chat/events.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { BadCursorError } from "../../kernel/cursor.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { FORGOTTEN_NAME, withIdentity } from "../players/identity.ts";

interface Face {
  readonly id: string;
  readonly username: string | null;
  readonly picture: string | null;
}

const faceOf = ({ id, username, picture }: Face) => ({
  id,
  username: username ?? FORGOTTEN_NAME,
  profileImageUrl: picture,
});

interface ReportRow extends Row {
  readonly id: string;
  readonly message_id: string;
  readonly text: string;
  readonly reason: string;
  readonly created_at: bigint;
  readonly author_id: string;
  readonly author_name: string | null;
  readonly author_picture: string | null;
  readonly reporter_id: string;
  readonly reporter_name: string | null;
  readonly reporter_picture: string | null;
  readonly action: "dismiss" | "delete" | "mute" | null;
  readonly by: string | null;
  readonly by_name: string | null;
  readonly by_picture: string | null;
  readonly by_reason: string | null;
  readonly closed_at: bigint | null;
}

/**
 * Reports of messages, newest first, without those of the reader's own messages: nobody learns who reported them.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function chatReports(
  models: ReadModels,
  readerId: string,
  { status, limit = LIST_LIMIT_DEFAULT, next }: PageQuery & { readonly status?: string | undefined },
): Promise<Page<ChatReport>> {
  if (next !== undefined && !/^rep_[a-z0-9]{1,40}$/.test(next)) throw new BadCursorError();
  const rows = await models.ask<ReportRow>(
    (table) => `select r.id, r.message_id, r.text, r.reason, r.created_at, m.player_id as author_id,
        a.username as author_name, a.profile_image_url as author_picture, r.reporter_id,
        w.username as reporter_name, w.profile_image_url as reporter_picture,
        c.action, c.by, b.username as by_name, b.profile_image_url as by_picture, c.reason as by_reason, c.at as closed_at
      from chat_reports r join chat_messages m on m.id = r.message_id
        left join ${table("chat_closings")} c on c.report_id = r.id
        ${withIdentity("a", "m.player_id")} ${withIdentity("w", "r.reporter_id")} ${withIdentity("b", "c.by")}
      where ($1::text is null or r.id < $1) and ($2::text is null or (c.report_id is null) = ($2 = 'open'))
        and m.player_id <> $4
      order by r.id desc limit $3`,
    [next ?? null, status ?? null, limit + 1, readerId],
  );
  return pageOf(rows, limit, { item: reportOf, cursor: ({ id }) => id });
}

function reportOf(row: ReportRow): ChatReport {
  const { action, by, by_reason: reason, closed_at: at } = row;
  const isClosed = action !== null && by !== null && reason !== null && at !== null;
  return {
    id: row.id,
    messageId: row.message_id,
    message: row.text,
    user: faceOf({ id: row.author_id, username: row.author_name, picture: row.author_picture }),
    reporter: faceOf({ id: row.reporter_id, username: row.reporter_name, picture: row.reporter_picture }),
    reason: row.reason,
    status: isClosed ? "closed" : "open",
    createdAt: instantOf(row.created_at),
    resolution: isClosed
      ? {
          action,
          by: faceOf({ id: by, username: row.by_name, picture: row.by_picture }),
          reason,
          at: instantOf(at),
        }
      : null,
  };
}

/** The open reports of a message, oldest first, at most `limit`. */
export async function openReportsOf(
  models: ReadModels,
  messageId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await models.ask<Row & { readonly id: string }>(
    (table) => `select r.id from chat_reports r where r.message_id = $1
      and not exists (select from ${table("chat_closings")} c where c.report_id = r.id)
      order by r.id limit $2`,
    [messageId, limit],
  );
  return rows.map(({ id }) => id);
}

interface MuteRow extends Row {
  readonly player_id: string;
  readonly name: string | null;
  readonly picture: string | null;
  readonly by: string;
  readonly by_name: string | null;
  readonly by_picture: string | null;
  readonly reason: string;
  readonly at: bigint;
  readonly until: bigint | null;
  readonly position: bigint;
}

/**
 * Who is muted at an instant, the newest mute first.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function chatMutes(
  models: ReadModels,
  { now, limit = LIST_LIMIT_DEFAULT, next }: PageQuery & { readonly now: number },
): Promise<Page<ChatMute>> {
  if (next !== undefined && !/^\d{1,15}$/.test(next)) throw new BadCursorError();
  const rows = await models.ask<MuteRow>(
    (table) => `select m.player_id, i.username as name, i.profile_image_url as picture, m.by,
        b.username as by_name, b.profile_image_url as by_picture, m.reason, m.at, m.until, m.position
      from ${table("chat_mutes")} m ${withIdentity("i", "m.player_id")} ${withIdentity("b", "m.by")}
      where m.is_muted and (m.until is null or m.until > $1) and m.position < $2
      order by m.position desc limit $3`,
    [now, next ?? Number.MAX_SAFE_INTEGER, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const items = shown.map((row) => ({
    user: faceOf({ id: row.player_id, username: row.name, picture: row.picture }),
    by: faceOf({ id: row.by, username: row.by_name, picture: row.by_picture }),
    reason: row.reason,
    at: instantOf(row.at),
    until: row.until === null ? null : instantOf(row.until),
  }));
  return { items, next: rows.length > limit ? String(shown.at(-1)?.position) : null };
}

interface HoldsRow extends Row {
  readonly is_muted: boolean;
  readonly until: bigint | null;
  readonly reason: string | null;
  readonly slow_seconds: number | null;
  readonly slow_until: bigint | null;
}

/** Why a player cannot write at an instant: a mute, a slow mode. */
export async function chatHolds(models: ReadModels, playerId: string, now: number) {
  const [row] = await models.ask<HoldsRow>(
    (table) => `select m.player_id is not null as is_muted, m.until, m.reason, s.seconds as slow_seconds,
        s.until as slow_until
      from (select $1::text as player_id) p
        left join ${table("chat_mutes")} m on m.player_id = p.player_id and m.is_muted
          and (m.until is null or m.until > $2)
        left join ${table("chat_slows")} s on s.stream = $3 and s.seconds > 0 and s.until > $2`,
    [playerId, now, roomStream],
  );
  const { is_muted = false, until = null, reason = null, slow_seconds = null, slow_until = null } = row ?? {};
  return {
    mute: is_muted ? { until: until === null ? null : instantOf(until), reason: reason ?? "" } : null,
    slow:
      slow_seconds === null || slow_until === null
        ? null
        : { seconds: slow_seconds, until: instantOf(slow_until) },
  };
}
