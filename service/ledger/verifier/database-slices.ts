import type { Row, Sql } from "#projections/kernel/sql.ts";
import {
  ENTRY_SEPARATOR,
  FIELD_SEPARATOR,
  type LogSlice,
  type StoredBlock,
  type StoredCommand,
  type StoredEntries,
  type StoredEvent,
} from "./slices.ts";

/** Default number of rows read at a time from each table. */
export const SLICE_ROWS = 4_000;
/**
 * Memory for each sort, in PostgreSQL's notation. A log of 20 million events has 18 GB of entries and answers to sort:
 * with the default of 4 MB, merging took several passes and wrote 111 GB.
 */
const SORT_MEMORY = "128MB";

// Positions are exact as float8, and cheaper to parse than bigint.
const eventsWhere = (where: string): string => `select position::float8 as position, stream,
  version::float8 as version, type, schema_version as "schemaVersion", event_id as "eventId",
  command_id as "commandId", actor, recorded_at::float8 as "recordedAt", payload, accounts, assets, deltas,
  also_in as "alsoIn", leaf from events where ${where} order by position`;
const EVENTS = eventsWhere("log_id = $1");

const blocksWhere = (
  where: string,
): string => `select number::float8 as number, from_position::float8 as "from",
  to_position::float8 as "to", previous, root, hash from blocks where ${where} order by to_position, number`;
const BLOCKS = blocksWhere("log_id = $1");

// One text per event is compared faster than rows are read. There is no index by position, on purpose: the sort costs a
// verification seconds, an index would cost every append. OFFSET 0 unnests the entries before the sort: otherwise every
// sorted row carries its whole run.
const ENTRIES = `select position::float8 as position, count(*)::int as legs,
  string_agg(leg || $2::text || holding || $2::text || delta || $2::text || balance_after,
    $3::text order by leg) as text
  from (select position, leg, holding, delta, balance_after from holding_entries where log_id = $1 offset 0) e
  group by e.position order by e.position`;

const COMMANDS = `select position::float8 as position, command_id as "commandId", request_hash as "requestHash",
  answer from commands order by commands.position`;

/** Sends one statement at a time, in the order of calls: the connection takes no second one before its answer. */
class Line {
  readonly #tx: Sql;
  /** How many rows each cursor fetches at a time. */
  readonly rows: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(tx: Sql, rows: number) {
    this.#tx = tx;
    this.rows = rows;
  }

  query<R extends Row>(text: string, values: Values = []): Promise<readonly R[]> {
    const rows = this.#last.then(() => this.#tx.query<R>(text, values));
    // The caller gets the failure from `rows`; the next statement must run all the same.
    this.#last = rows.catch(() => undefined);
    return rows;
  }
}

/** Rows of a query in order, a few thousand at a time; it fetches the next ones while these are used. */
class RowCursor<R> {
  readonly #tx: Line;
  readonly #name: string;
  readonly #placeOf: (row: R) => number;
  #ahead: Promise<readonly R[]>;
  #rows: readonly R[] = [];
  #at = 0;

  constructor(tx: Line, name: string, placeOf: (row: R) => number) {
    this.#tx = tx;
    this.#name = name;
    this.#placeOf = placeOf;
    this.#ahead = this.#fetch();
  }

  /** Opens a cursor. The transaction has to stay open while it is read. */
  static async open<R>(
    tx: Line,
    query: { readonly name: string; readonly text: string; readonly values: readonly (string | number)[] },
    placeOf: (row: R) => number,
  ): Promise<RowCursor<R>> {
    await tx.query(`declare ${query.name} no scroll cursor for ${query.text}`, query.values);
    return new RowCursor<R>(tx, query.name, placeOf);
  }

  /** The next rows; empty at the end. */
  async next(): Promise<readonly R[]> {
    const rows = await this.#ahead;
    this.#ahead = rows.length < this.#tx.rows ? Promise.resolve([]) : this.#fetch();
    return rows;
  }

  /** All further rows whose place is at most this. */
  async through(place: number): Promise<readonly R[]> {
    const found: R[] = [];
    for (;;) {
      while (this.#at < this.#rows.length) {
        const row = this.#rows[this.#at] as R;
        if (this.#placeOf(row) > place) return found;
        found.push(row);
        this.#at += 1;
      }
      this.#rows = await this.next();
      this.#at = 0;
      if (this.#rows.length === 0) return found;
    }
  }

  /** Closes the cursor, which frees its name. */
  async close(): Promise<void> {
    await this.#ahead;
    await this.#tx.query(`close ${this.#name}`);
  }

  #fetch(): Promise<readonly R[]> {
    const rows = this.#tx.query<Row>(`fetch ${this.#tx.rows} from ${this.#name}`);
    return rows as Promise<readonly Row[]> as Promise<readonly never[]>;
  }
}

/**
 * Reads a log from its tables, slice by slice, in one transaction and so as of one moment, whatever is appended
 * meanwhile.
 * @param sql a transaction of isolation level repeatable read
 * @param options rows of each table per slice, and whether entries are read, which takes a sort of all of them
 */
export async function* databaseSlices(
  sql: Sql,
  logId: number,
  options: {
    readonly sliceRows?: number | undefined;
    readonly withEntries?: boolean;
    readonly withBlocks?: boolean;
    readonly sortMemory?: string | undefined;
  } = {},
): AsyncGenerator<LogSlice> {
  await sql.query("select set_config('work_mem', $1, true)", [options.sortMemory ?? SORT_MEMORY]);
  const tx = new Line(sql, options.sliceRows ?? SLICE_ROWS);
  const cursor = <R extends { readonly position: number }>(name: string, text: string, values: Values) =>
    RowCursor.open<R>(tx, { name, text, values }, (row) => row.position);
  const events = await cursor<StoredEvent>("verified_events", EVENTS, [logId]);
  const separators = [FIELD_SEPARATOR, ENTRY_SEPARATOR];
  const entries =
    options.withEntries === false
      ? null
      : await cursor<StoredEntries>("verified_entries", ENTRIES, [logId, ...separators]);
  const commands = await cursor<StoredCommand>("verified_commands", COMMANDS, []);
  const blocks = await RowCursor.open<StoredBlock>(
    tx,
    // Without blocks, the cursor is empty: threads follow the chain.
    {
      name: "verified_blocks",
      text: options.withBlocks === false ? `${BLOCKS} limit 0` : BLOCKS,
      values: [logId],
    },
    (block) => block.to,
  );
  for (;;) {
    const rows = await events.next();
    const last = rows.at(-1)?.position ?? Number.POSITIVE_INFINITY;
    yield {
      events: rows,
      entries: entries === null ? null : await entries.through(last),
      commands: await commands.through(last),
      blocks: await blocks.through(last),
    };
    if (rows.length === 0) break;
  }
  // Back to the default: several processes of a later query may each hash that much in shared memory, 64 MB in
  // containers.
  await tx.query("set local work_mem to default");
}

type Values = readonly (string | number)[];

/** The end of a block of a log. */
interface BlockEnd {
  readonly position: number;
  readonly block: number;
}

/**
 * Reads the events and blocks of a stretch of a log, slice by slice: from after the end of one block to the end of
 * another. Every row of a log is in exactly one of the stretches that it is divided into, whatever its contents.
 * @param sql a transaction of isolation level repeatable read
 */
export async function* chainSlices(
  sql: Sql,
  stretch: { readonly logId: number; readonly after: BlockEnd | null; readonly through: BlockEnd | null },
): AsyncGenerator<Pick<LogSlice, "events" | "blocks">> {
  const { logId, after, through } = stretch;
  const tx = new Line(sql, SLICE_ROWS);
  const between = (column: string, from?: number, to?: number) => {
    const above = from === undefined ? "" : ` and ${column} > ${from}`;
    return `log_id = $1${above}${to === undefined ? "" : ` and ${column} <= ${to}`}`;
  };
  const ofEvents = between("position", after?.position, through?.position);
  const ofBlocks = between("number", after?.block, through?.block);
  const values = [logId];
  const events = await RowCursor.open<StoredEvent>(
    tx,
    { name: "followed_events", text: eventsWhere(ofEvents), values },
    (row) => row.position,
  );
  const blocks = await RowCursor.open<StoredBlock>(
    tx,
    { name: "followed_blocks", text: blocksWhere(ofBlocks), values },
    (block) => block.to,
  );
  for (;;) {
    const rows = await events.next();
    const last = rows.at(-1)?.position ?? Number.POSITIVE_INFINITY;
    yield { events: rows, blocks: await blocks.through(last) };
    if (rows.length === 0) break;
  }
  await events.close();
  await blocks.close();
}
