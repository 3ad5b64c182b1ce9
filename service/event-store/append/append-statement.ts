import type { SqlValue, Statement } from "#projections/kernel/sql.ts";
import { sqlState } from "#service/db/errors.ts";
import type { Batch } from "./batch.ts";
import { type SideTable, sideInserts } from "./side-tables.ts";

/** Optional parts of the statement, with their parameters; null where the batch does not need one. */
export interface Parts<P> {
  /** Holdings that the batch opens. */
  readonly opened: P | null;
  /** Rows beside the log, a parameter for each table. */
  readonly beside: P | null;
  /** Further streams of events. */
  readonly shared: P | null;
  /** The deadline for writing the batch. */
  readonly timed: P | null;
}

/** In the order of their parameters; the name of a statement lists its parts. */
export const APPEND_PARTS = ["opened", "beside", "shared", "timed"] as const;

/**
 * The one way to append. Texts are joined by line breaks and hashes end to end, at a fraction of the cost of arrays of
 * quoted text; a lone event without postings makes an empty line, which string_to_array reads as no line, hence the
 * `coalesce`. The first step moves the head if it is still where this process saw it. Every other step takes its rows
 * from that step, so nothing is written if the head has moved. Versions, balances and positions come as absolute
 * numbers, not from tables: a statement that waited for the head has an older snapshot and still writes the truth.
 * Each new amount is checked against the bounds of its account: a missing holding, or one out of bounds, makes sqrt()
 * fail, which aborts the statement. `limit 1` looks each holding up by its number: a plan made while there were none
 * would read them all for each batch.
 *
 * Optional parts make statements of their own, because each step costs a lone command as much as a row. The deadline is
 * checked in `returning`, after the head's row is locked: a condition in `where` would be evaluated before a wait for
 * the lock, and not again after it. A missed deadline divides by zero, as nothing else here can, and aborts the
 * statement.
 */
function appendText(
  sideTables: readonly SideTable[],
  { opened, beside, shared, timed }: Parts<readonly string[]>,
): string {
  const ifShared = (sql: string): string => (shared === null ? "" : sql);
  return `
with head as (
  update log_heads set position = $3::bigint, block = $4::bigint, hash = $5::bytea, recorded_at = $6::bigint
  where log_id = $1::int and position = $2::bigint and hash = $7::bytea
  returning ${timed === null ? "1" : `1 / (clock_timestamp() < to_timestamp(${timed[0]}::float8 / 1000))::int`} as hit
), block_in as (
  insert into blocks (log_id, number, from_position, to_position, previous, root, hash)
  select $1::int, $4::bigint, $2::bigint + 1, $3::bigint, $7::bytea, $8::bytea, $5::bytea from head
), events_in as (
  insert into events (log_id, position, stream, version, type, schema_version, event_id, command_id, actor,
    recorded_at, payload, accounts, assets, deltas, leaf${ifShared(", also_in")})
  select $1::int, $2::bigint + t.n, t.stream, t.version, t.type, t.schema_version, t.event_id, t.command_id, t.actor,
    t.recorded_at, t.payload, coalesce(string_to_array(t.accounts, ','), '{}'),
    coalesce(string_to_array(t.assets, ','), '{}'), coalesce(string_to_array(t.deltas, ',')::bigint[], '{}'),
    substring($21::bytea from (32 * t.n - 31)::int for 32)${ifShared(", nullif(string_to_array(t.also_in, ','), '{}')")}
  from head, unnest(string_to_array($9::text, E'\\n'), $10::bigint[], string_to_array($11::text, E'\\n'), $12::int[],
    string_to_array($13::text, E'\\n'), string_to_array($14::text, E'\\n'), string_to_array($15::text, E'\\n'),
    $16::bigint[], string_to_array($17::text, E'\\n'), string_to_array($18::text, E'\\n'),
    string_to_array($19::text, E'\\n'), string_to_array($20::text, E'\\n')${ifShared(`, string_to_array(${shared?.[0]}::text, E'\\n')`)}) with ordinality
    as t(stream, version, type, schema_version, event_id, command_id, actor, recorded_at, payload, accounts, assets,
      deltas, ${ifShared("also_in, ")}n)
)${ifShared(`, streams_in as (
  insert into event_streams (log_id, stream, position)
  select $1::int, t.stream, $2::bigint + t.n
  from head, unnest(string_to_array(${shared?.[1]}::text, E'\\n'), ${shared?.[2]}::int[]) as t(stream, n)
)`)}, entries_in as (
  insert into entry_runs (log_id, holding, first_entry, entries)
  select $1::int, t.holding, t.first_entry, t.entries::bigint[]
  from head, unnest($22::bigint[], $23::bigint[], string_to_array($24::text, E'\\n')) as t(holding, first_entry, entries)
), commands_in as (
  insert into commands (command_id, request_hash, position, answer)
  select t.command_id, substring($28::bytea from (32 * t.n - 31)::int for 32), t.position, t.answer
  from head, unnest(string_to_array($27::text, E'\\n'), $29::bigint[], string_to_array($30::text, E'\\n'))
    with ordinality as t(command_id, position, answer, n)
)${opened === null ? "" : openedInsert(opened)}${beside === null ? "" : sideInserts(sideTables, beside)}
select 1 as appended from head
  where sqrt(hit * ((select count(*) from unnest($25::bigint[], $26::bigint[]) as t(number, amount)
      cross join lateral (
        select account, asset from holding_numbers where log_id = $1::int and number = t.number limit 1) h
      where holding_may_be(h.account, h.asset, t.amount)) - cardinality($25::bigint[])${opened === null ? "" : openedCheck(opened)})) = 0
    and case when exists (select from used_keys where command_id = any (string_to_array($27::text, E'\\n')))
      then refuse_used_key() else true end`;
}

const openedInsert = ([accounts, assets, numbers]: readonly string[]): string => `, opened_in as (
  insert into holding_numbers (log_id, account, asset, number)
  select $1::int, t.* from head, unnest(string_to_array(${accounts}::text, E'\\n'),
    string_to_array(${assets}::text, E'\\n'), ${numbers}::bigint[]) as t
)`;

/** Minus the number of opened holdings that are out of bounds. */
const openedCheck = ([accounts, assets, numbers, amounts]: readonly string[]): string => `
      + (select count(*) from unnest(string_to_array(${accounts}::text, E'\\n'),
          string_to_array(${assets}::text, E'\\n'), ${amounts}::bigint[]) as t(account, asset, amount)
        where holding_may_be(t.account, t.asset, t.amount)) - cardinality(${numbers}::bigint[])`;

/** The number of the first optional parameter. */
const FIRST_OF_PARTS = 31;

const DIVISION_BY_ZERO = "22012";

/** Whether an append failed because its batch missed its deadline. */
export const isLate = (error: unknown): boolean => sqlState(error) === DIVISION_BY_ZERO;

/** Builds the statement that writes a sealed batch. */
export type AppendStatement = (batch: Batch, logId: number) => Statement;

/**
 * Creates the builder of append statements. The statement returns one row if it wrote the batch, none if the head has
 * moved, and fails with an error that `isLate` recognises after the batch's deadline.
 */
export function createAppendStatement(sideTables: readonly SideTable[]): AppendStatement {
  const texts = new Map<string, string>();
  return (batch, logId) => {
    const end = batch.seal();
    const { start, columns, validBefore } = batch;
    const parts: Parts<readonly SqlValue[]> = {
      opened: columns.opened(),
      beside: columns.beside(),
      shared: columns.shared(),
      timed: validBefore === null ? null : [validBefore],
    };
    const name = ["append", ...APPEND_PARTS.filter((part) => parts[part] !== null)].join("_");
    const text = texts.get(name) ?? appendText(sideTables, numbered(parts));
    texts.set(name, text);
    return {
      name,
      text,
      values: [
        logId,
        start.position,
        end.position,
        end.block,
        end.hash,
        end.recordedAt,
        start.hash,
        batch.root,
        ...columns.values(),
        ...APPEND_PARTS.flatMap((part) => parts[part] ?? []),
      ],
    };
  };
}

/** The placeholder of each parameter in the statement. */
function numbered(parts: Parts<readonly SqlValue[]>): Parts<readonly string[]> {
  let next = FIRST_OF_PARTS;
  const [opened = null, beside = null, shared = null, timed = null] = APPEND_PARTS.map(
    (part) => parts[part]?.map(() => `$${next++}`) ?? null,
  );
  return { opened, beside, shared, timed };
}

/** Checks the head for a batch of refusals only: returns one row if it is where the batch saw it, none if it moved. */
export function checkHeadStatement({ start }: Batch, logId: number): Statement {
  return {
    name: "check_head",
    text: "select 1 as unmoved from log_heads where log_id = $1 and position = $2 and hash = $3",
    values: [logId, start.position, start.hash],
  };
}
