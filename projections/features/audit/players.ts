import type { ListedPlayer } from "#domain/features/audit/contract.ts";
import { HOLDINGS_SHOWN_MAX, SESSIONS_SHOWN_MAX } from "#domain/features/audit/rules.ts";
import { fromHex, fromUtf8, toHex, utf8 } from "#domain/kernel/bytes.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { BadCursorError } from "../../kernel/cursor.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { type LogReader, type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import type { Row, Sql } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { namesFrom, SORT_NAME, startsWith } from "../players/name-search.ts";
import { amountOf } from "./amounts.ts";

interface ListedRow extends Row {
  readonly player_id: string;
  readonly platform_id: string;
  readonly username: string;
  readonly display_name: string;
  readonly profile_image_url: string | null;
  readonly is_verified: boolean;
  readonly created_at: bigint;
  readonly sort_name: string;
}

const COLUMNS = `i.player_id, i.platform_id, i.username, i.display_name, i.profile_image_url, i.is_verified,
  i.created_at, ${SORT_NAME} as sort_name`;
/**
 * Players by name: all, or those whose name starts with a text, ignoring case, or whose id here or on the platform
 * equals it.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function playersFound(
  sql: Sql,
  { search = "", limit = LIST_LIMIT_DEFAULT, next }: PageQuery & { readonly search?: string | undefined },
): Promise<Page<ListedPlayer>> {
  const after = placeOf(next);
  const { prefix, from, to } = namesFrom(search);
  const rows = await sql.query<ListedRow>(
    `select * from (
        (select ${COLUMNS} from identities i
          where ${SORT_NAME} >= $1 and ${SORT_NAME} < $2
            and ${startsWith("$3")}
            and (${SORT_NAME}, i.player_id collate "C") > ($4, $5)
          order by ${SORT_NAME}, i.player_id collate "C" limit $6)
        union
        select ${COLUMNS} from identities i
          where (i.player_id = $7 or i.platform_id = $7) and (${SORT_NAME}, i.player_id collate "C") > ($4, $5)
      ) found order by sort_name, player_id collate "C" limit $6`,
    [from, to, prefix, after.name, after.id, limit + 1, search],
  );
  return pageOf(rows, limit, { item: listedOf, cursor: cursorOf });
}

const listedOf = (row: ListedRow): ListedPlayer => ({
  id: row.player_id,
  username: row.username,
  displayName: row.display_name,
  profileImageUrl: row.profile_image_url,
  platformId: row.platform_id,
  createdAt: instantOf(row.created_at),
});

/** The bytes of both, in URL-safe digits. */
const cursorOf = ({ sort_name, player_id }: ListedRow): string => toHex(utf8(`${sort_name}\n${player_id}`));

const PLACE = /^([^\n\0]*)\n([A-Za-z0-9_-]{1,64})$/;

function placeOf(next: string | undefined): { readonly name: string; readonly id: string } {
  if (next === undefined) return { name: "", id: "" };
  const bytes = fromHex(next);
  const [, name, id] = PLACE.exec(bytes === null ? "" : (fromUtf8(bytes) ?? "")) ?? [];
  if (name === undefined || id === undefined) throw new BadCursorError();
  return { name, id };
}

/** A player's profile as the platform told it; null if missing or removed. */
export async function profileOf(
  sql: Sql,
  playerId: string,
): Promise<(ListedPlayer & { readonly isVerified: boolean }) | null> {
  const [row] = await sql.query<ListedRow>(`select ${COLUMNS} from identities i where i.player_id = $1`, [
    playerId,
  ]);
  return row === undefined ? null : { ...listedOf(row), isVerified: row.is_verified };
}

/** A session as the database has it, without its token; times in milliseconds. */
export interface StoredSession {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly client: string;
}

interface SessionRow extends Row {
  readonly id: string;
  readonly created_at: bigint;
  readonly last_seen_at: bigint;
  readonly client: string;
}

/** A player's sessions, the one that was used last first. */
export async function sessionsOf(sql: Sql, playerId: string): Promise<readonly StoredSession[]> {
  const rows = await sql.query<SessionRow>(
    `select id, created_at, last_seen_at, client from sessions where player_id = $1
      order by last_seen_at desc, created_at desc limit ${SESSIONS_SHOWN_MAX}`,
    [playerId],
  );
  return rows.map(({ id, created_at, last_seen_at, client }) => ({
    ...{ id, client, createdAt: Number(created_at), lastSeenAt: Number(last_seen_at) },
  }));
}

interface HoldingRow extends Row {
  readonly asset: string;
  readonly amount: bigint;
  readonly total: bigint;
}

/** What an account holds as of the newest event: the first of it, and of how many assets there is something. */
export async function holdingsShown({ sql, logId }: LogReader, account: string) {
  const rows = await sql.query<HoldingRow>(
    `select asset, amount, count(*) over () as total from holdings
      where log_id = $1 and account = $2 and amount <> 0 order by asset collate "C" limit ${HOLDINGS_SHOWN_MAX}`,
    [logId, account],
  );
  const holdings = rows.map(({ asset, amount }) => ({ asset, amount: amountOf(asset, amount) }));
  return { holdings, total: Number(rows[0]?.total ?? 0n) };
}

/** Whether an account ever had an entry. */
export async function isAccount({ sql, logId }: LogReader, account: string): Promise<boolean> {
  const rows = await sql.query("select from holdings where log_id = $1 and account = $2 limit 1", [
    logId,
    account,
  ]);
  return rows.length > 0;
}

interface SuspensionRow extends Row {
  readonly reason: string;
  readonly by: string;
  readonly at: bigint;
}

/** A player's newest suspension or lifting; null if there never was one. */
export async function newestWordOn(
  models: ReadModels,
  playerId: string,
): Promise<{ readonly reason: string; readonly by: string; readonly at: string } | null> {
  const [row] = await models.ask<SuspensionRow>(
    (table) => `select reason, by, at from ${table("suspensions")} where player_id = $1`,
    [playerId],
  );
  return row === undefined ? null : { reason: row.reason, by: row.by, at: instantOf(row.at) };
}
