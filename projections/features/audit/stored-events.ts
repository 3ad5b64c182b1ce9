import type { StoredEvent } from "#domain/features/audit/contract.ts";
import { EVENTS_SCANNED_MAX } from "#domain/features/audit/rules.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorAt, placeOf } from "../../kernel/cursor.ts";
import { EVENT_COLUMNS, type EventRow } from "../../kernel/events/event-rows.ts";
import { headPosition } from "../../kernel/rebuild/shadows.ts";
import type { LogReader, Page, PageQuery } from "../../kernel/replicas/log-reader.ts";
import type { Row, Sql } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { legsShown } from "./amounts.ts";

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

/** An event in its block. */
interface SealedRow extends EventRow {
  readonly leaf: Uint8Array;
  readonly block: bigint | null;
  readonly from_position: bigint | null;
  readonly to_position: bigint | null;
  readonly block_hash: Uint8Array | null;
}

/** Not an event: it lets a page without items say where its search stopped. */
interface NoEvent extends Row {
  readonly position: null;
}

type ScannedRow = (SealedRow | NoEvent) & { readonly stop: bigint | null };

/** Positions between two bounds that are not included. */
interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * Events as they are stored, in the order of the log. A stream's events are its own, read by version, and those
 * of other streams that name it, read from `event_streams`: both in indexes that the log needs anyway. Types and actors
 * have no index, which every bet would pay for: events are scanned in slices, and `next` continues
 * behind those.
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function storedEvents(reader: LogReader, query: EventsQuery): Promise<EventsPage> {
  const { stream, type, actor, limit = LIST_LIMIT_DEFAULT } = query;
  const isOldestFirst = (query.order ?? (query.after === undefined ? "newest" : "oldest")) === "oldest";
  const { low, high } = withCursor(await rangeOf(reader, query), query.next, isOldestFirst);
  const isFiltered = type !== undefined || actor !== undefined;
  const scanned = isFiltered ? EVENTS_SCANNED_MAX : limit + 1;
  const rows = await reader.sql.query<ScannedRow>(
    eventsText(stream === undefined ? WHOLE_LOG : ONE_STREAM, isOldestFirst ? "asc" : "desc"),
    [
      ...[reader.logId, low, high, scanned, type ?? null, actor ?? null, limit + 1],
      ...(stream === undefined ? [] : [stream, ...(await versionsIn(reader, stream, { low, high }))]),
    ],
  );
  const found = rows.filter((row) => row.position !== null);
  const items = found.slice(0, limit).map(storedEventOf);
  if (found.length > limit) return { items, next: cursorAt(Number(found[limit - 1]?.position)) };
  const stop = rows[0]?.stop ?? null;
  if (stop === null) return { items, next: null };
  return { items, next: cursorAt(Number(stop)), scannedTo: Number(stop) };
}

function withCursor({ low, high }: Range, next: string | undefined, isOldestFirst: boolean): Range {
  if (next === undefined) return { low, high };
  const place = placeOf(next);
  return isOldestFirst ? { low: Math.max(low, place), high } : { low, high: Math.min(high, place) };
}

async function rangeOf(reader: LogReader, { after = 0, before }: EventsQuery): Promise<Range> {
  const head = await headPosition(reader.sql, reader.logId);
  const last = Math.min(head, (before ?? head + 1) - 1);
  return { low: Math.min(after, last), high: last + 1 };
}

/** The last version that a stream had before a range, and the last within it. */
const versionsIn = (reader: LogReader, stream: string, { low, high }: Range): Promise<[number, number]> =>
  Promise.all([versionAt(reader, stream, low), versionAt(reader, stream, high - 1)]);

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

type Way = "asc" | "desc";

const WHOLE_LOG = (way: Way): string => `select position, type, actor from events
  where log_id = $1 and position > $2::bigint and position < $3::bigint
  order by position ${way} limit $4::int + 1`;

/**
 * A row of `event_streams` counts only where its event agrees, which the event's leaf covers. Each event is looked
 * up by its position (`limit 1` keeps the planner from a join that reads the whole log).
 */
const ONE_STREAM = (way: Way): string => `(
    select position, type, actor from events
    where log_id = $1 and stream = $8::text and version > $9::bigint and version <= $10::bigint
    order by version ${way} limit $4::int + 1
  ) union all (
    select s.position, e.type, e.actor from event_streams s cross join lateral (
      select type, actor from events
      where log_id = $1 and position = s.position and $8::text = any(also_in) limit 1
    ) e
    where s.log_id = $1 and s.stream = $8::text and s.position > $2::bigint and s.position < $3::bigint
    order by s.position ${way} limit $4::int + 1
  ) order by position ${way} limit $4::int + 1`;

/** The events found among those scanned, and the position where the scan stopped if it left any. */
const eventsText = (source: (way: Way) => string, way: Way): string => `with scanned as materialized (
    select row_number() over (order by position ${way}) as place, position, type, actor
    from (${source(way)}) s
  )
  select stopped.stop, e.*, b.number as block, b.from_position, b.to_position, b.hash as block_hash
  from (
    select case when count(*) > $4::int then max(position) filter (where place = $4::int) end as stop from scanned
  ) stopped left join lateral (
    select place, position from scanned
    where place <= $4::int and ($5::text is null or type = $5) and ($6::text is null or actor = $6)
    order by place limit $7::int
  ) found on true left join lateral (
    select ${EVENT_COLUMNS}, leaf from events where log_id = $1 and position = found.position limit 1
  ) e on true left join lateral (
    select number, from_position, to_position, hash from blocks
    where log_id = $1 and to_position >= found.position order by to_position limit 1
  ) b on true
  order by found.place`;

const storedEventOf = (row: SealedRow): StoredEvent => ({
  position: Number(row.position),
  at: instantOf(row.recorded_at),
  stream: row.stream,
  alsoIn: [...(row.also_in ?? [])],
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
