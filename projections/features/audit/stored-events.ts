import type { StoredEvent } from "#domain/features/audit/contract.ts";
import { EVENTS_SCANNED_MAX } from "#domain/features/audit/rules.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorAt, placeOf } from "../../kernel/cursor.ts";
import type { LogReader, Page, PageQuery } from "../../kernel/log-reader.ts";
import { headPosition } from "../../kernel/shadows.ts";
import type { Row, Sql } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { type LegColumns, legsShown } from "./amounts.ts";

/** Which events are wanted. Positions are bounds that are not included. */
export interface EventsQuery extends PageQuery {
  readonly stream?: string | undefined;
  readonly type?: string | undefined;
  readonly actor?: string | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** The newest first, unless `after` says where to begin. */
  readonly order?: "newest" | "oldest" | undefined;
}

export interface EventsPage extends Page<StoredEvent> {
  /** Where the search stopped with the page not yet full; nothing when the page is full, or nothing is left. */
  readonly scannedTo?: number;
}

interface EventRow extends LegColumns {
  readonly key: bigint;
  readonly position: bigint;
  readonly recorded_at: bigint;
  readonly stream: string;
  readonly version: bigint;
  readonly type: string;
  readonly schema_version: number;
  readonly event_id: string;
  readonly command_id: string;
  readonly actor: string;
  readonly payload: string;
  readonly leaf: Uint8Array;
  readonly block: bigint | null;
  readonly from_position: bigint | null;
  readonly to_position: bigint | null;
  readonly block_hash: Uint8Array | null;
}

/** Keys between two bounds that are not included: positions, or versions where one stream is asked for. */
interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * Events as they are stored. The whole log is walked by its position, a stream by its version: both without a gap, and
 * in an index that the log needs anyway. There is none on types and actors, which every bet would pay for: they are
 * looked for among so many events at a time, and `next` goes on behind those.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function storedEvents(reader: LogReader, query: EventsQuery): Promise<EventsPage> {
  const { stream, type, actor, limit = LIST_LIMIT_DEFAULT } = query;
  const isOldestFirst = (query.order ?? (query.after === undefined ? "newest" : "oldest")) === "oldest";
  const range = withCursor(await rangeOf(reader, query), query.next, isOldestFirst);
  const isFiltered = type !== undefined || actor !== undefined;
  const scanned = isFiltered ? EVENTS_SCANNED_MAX : limit + 1;
  const rows = await reader.sql.query<EventRow>(
    eventsText({ byVersion: stream !== undefined, isOldestFirst }),
    [reader.logId, stream ?? null, range.low, range.high, scanned, type ?? null, actor ?? null, limit + 1],
  );
  const items = rows.slice(0, limit).map(storedEventOf);
  if (rows.length > limit) {
    return { items, next: cursorAt(Number(rows[limit - 1]?.key)) };
  }
  const left = range.high - range.low - 1 - scanned;
  if (left <= 0) return { items, next: null };
  const stop = isOldestFirst ? range.low + scanned : range.high - scanned;
  const scannedTo = stream === undefined ? stop : await positionOf(reader, stream, stop);
  return { items, next: cursorAt(stop), scannedTo };
}

function withCursor({ low, high }: Range, next: string | undefined, isOldestFirst: boolean): Range {
  if (next === undefined) return { low, high };
  const place = placeOf(next);
  return isOldestFirst ? { low: Math.max(low, place), high } : { low, high: Math.min(high, place) };
}

async function rangeOf(reader: LogReader, { stream, after = 0, before }: EventsQuery): Promise<Range> {
  const head = await headPosition(reader.sql, reader.logId);
  const last = Math.min(head, (before ?? head + 1) - 1);
  if (stream === undefined) return { low: Math.min(after, last), high: last + 1 };
  const high = (await versionAt(reader, stream, last)) + 1;
  return { low: after === 0 ? 0 : Math.min(await versionAt(reader, stream, after), high - 1), high };
}

/** The last version that a stream had at a position, found by halves in the index of the stream; 0 before its first. */
async function versionAt({ sql, logId }: LogReader, stream: string, position: number): Promise<number> {
  const [row] = await sql.query<Row & { readonly version: bigint }>(
    `with recursive search(low, high) as (
        (select 0::bigint, version from events where log_id = $1 and stream = $2 order by version desc limit 1)
        union all
        select case when e.position <= $3::bigint then s.middle else s.low end,
          case when e.position <= $3::bigint then s.high else s.middle - 1 end
        from (select low, high, (low + high + 1) / 2 as middle from search where low < high) s
          join events e on e.log_id = $1 and e.stream = $2 and e.version = s.middle
      )
      select low as version from search where low = high`,
    [logId, stream, position],
  );
  return Number(row?.version ?? 0n);
}

async function positionOf({ sql, logId }: LogReader, stream: string, version: number): Promise<number> {
  const [row] = await sql.query<Row & { readonly position: bigint }>(
    "select position from events where log_id = $1 and stream = $2 and version = $3",
    [logId, stream, version],
  );
  return Number(row?.position ?? 0n);
}

function eventsText({
  byVersion,
  isOldestFirst,
}: {
  readonly byVersion: boolean;
  readonly isOldestFirst: boolean;
}): string {
  const key = byVersion ? "version" : "position";
  const way = isOldestFirst ? "asc" : "desc";
  return `select e.*, b.number as block, b.from_position, b.to_position, b.hash as block_hash
    from (
      select * from (
        select ${key} as key, position, recorded_at, stream, version, type, schema_version, event_id, command_id, actor,
          payload, accounts, assets, deltas, leaf
        from events
        where log_id = $1 and ${byVersion ? "stream = $2::text" : "$2::text is null"}
          and ${key} > $3::bigint and ${key} < $4::bigint
        order by ${key} ${way} limit $5::int
      ) scanned
      where ($6::text is null or type = $6) and ($7::text is null or actor = $7)
      order by key ${way} limit $8::int
    ) e left join lateral (
      select number, from_position, to_position, hash from blocks
      where log_id = $1 and to_position >= e.position order by to_position limit 1
    ) b on true
    order by e.key ${way}`;
}

const storedEventOf = (row: EventRow): StoredEvent => ({
  position: Number(row.position),
  at: instantOf(row.recorded_at),
  stream: row.stream,
  version: Number(row.version),
  type: row.type,
  schemaVersion: row.schema_version,
  eventId: row.event_id,
  commandId: row.command_id,
  actor: row.actor,
  payload: row.payload,
  postings: legsShown(row),
  postingsTotal: row.accounts.length,
  leaf: toHex(row.leaf),
  block:
    row.block === null || row.block_hash === null
      ? null
      : {
          number: Number(row.block),
          from: Number(row.from_position),
          to: Number(row.to_position),
          hash: toHex(row.block_hash),
        },
});

/** When an event was recorded, in milliseconds; null at position 0. */
export async function recordedAt(sql: Sql, logId: number, position: number): Promise<number | null> {
  const [row] = await sql.query<Row & { readonly recorded_at: bigint }>(
    "select recorded_at from events where log_id = $1 and position = $2",
    [logId, position],
  );
  return row === undefined ? null : Number(row.recorded_at);
}
