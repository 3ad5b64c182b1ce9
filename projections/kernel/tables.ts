import { invariant } from "#domain/kernel/invariant.ts";
import type { Projection, TableNames, TableShape } from "./projection.ts";
import { arrayLiteral, type Row, type Sql } from "./sql.ts";

/** The schema that holds every read model, apart from the log and the ledger. */
const SCHEMA = "read_models";

/** The names of one generation's tables. */
export function tableNames(projection: Projection, generation: number): TableNames {
  invariant(Number.isSafeInteger(generation) && generation > 0, "a generation is counted from 1");
  return (table) => {
    invariant(Object.hasOwn(projection.tables, table), `${projection.name} has a table ${table}`);
    return `${SCHEMA}.${table}_${generation}`;
  };
}

/** One generation of a projection: its tables, wherever they stand. */
export interface Generation {
  readonly projection: Projection;
  readonly generation: number;
}

/** Makes the tables of generations, empty, with their indexes unless those are to come after a bulk load. */
export async function createTables(
  tx: Sql,
  generations: readonly Generation[],
  { indexes }: { readonly indexes: boolean } = { indexes: true },
): Promise<void> {
  const tables = generations.flatMap(({ projection, generation }) => {
    const named = tableNames(projection, generation);
    return Object.entries(projection.tables).map(([table, shape]) => createTableText(named(table), shape));
  });
  const further = indexes ? generations.flatMap((generation) => indexTexts(generation, anyTable)) : [];
  await runTogether(tx, [...tables, ...further]);
}

/** Runs statements that have neither parameters nor rows, all at once: each alone would take longer on its way. */
async function runTogether(tx: Sql, statements: readonly string[]): Promise<void> {
  if (statements.length > 0) await tx.query(`do $make$ begin ${statements.join(";\n")}; end $make$`);
}

/** Chooses among tables, by their names in the database. */
export type TableFilter = (table: string) => boolean;
const anyTable: TableFilter = () => true;

/** How long one index may take, in milliseconds. It is one statement, however many rows a long log gives a table. */
const INDEX_MAX_MS = 3_600_000;
/** How soon the server ends an index whose maker is gone, in milliseconds. Each start would begin another one. */
const GONE_WITHIN_MS = 2_000;
/** Not every system can tell the server of that, and PGlite has no maker that could go. */
const END_WITH_MAKER = `do $end$ begin
    perform set_config('client_connection_check_interval', '${GONE_WITHIN_MS}', true);
  exception when others then null;
  end $end$`;

/**
 * Makes the indexes of some tables of a generation, and the keys that these do without while they are filled: one by
 * one, because each may take long.
 * @param tx a transaction of its own: its statements have more time from then on
 */
export async function createIndexes(tx: Sql, generation: Generation, of: TableFilter): Promise<void> {
  await tx.query(`set local statement_timeout = ${INDEX_MAX_MS}`);
  await tx.query(END_WITH_MAKER);
  for (const text of indexTexts(generation, of)) await tx.run({ text, maxMs: INDEX_MAX_MS });
}

/** Makes the same of tables without a row: all at once, because none of them takes any time. */
export async function createEmptyIndexes(
  tx: Sql,
  generations: readonly Generation[],
  of: TableFilter,
): Promise<void> {
  await runTogether(
    tx,
    generations.flatMap((generation) => indexTexts(generation, of)),
  );
}

/** The tables with at least one page; the others are empty. */
export async function tablesWithPages(sql: Sql, tables: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<Row & { readonly name: string }>(
    "select name from unnest($1::text[]) as t(name) where pg_relation_size(name::regclass) > 0",
    [arrayLiteral(tables)],
  );
  return new Set(rows.map(({ name }) => name));
}

function indexTexts({ projection, generation }: Generation, of: TableFilter): readonly string[] {
  const named = tableNames(projection, generation);
  const chosen = Object.entries(projection.tables).filter(([table]) => of(named(table)));
  return chosen.flatMap(([table, shape]) => [
    ...(shape.insertsOnly === true ? [`alter table ${named(table)} add ${keyText(shape)}`] : []),
    ...(shape.indexes ?? []).map((index) => `create index on ${named(table)} ${indexText(index)}`),
  ]);
}

function indexText(index: NonNullable<TableShape["indexes"]>[number]): string {
  if (typeof index === "string") return `(${index})`;
  // Pending list entries would be scanned by every search, up to megabytes of them.
  if ("elementsOf" in index) return `using gin (${index.elementsOf}) with (fastupdate = off)`;
  return `(${index.on}) where ${index.where}`;
}

/** The names of all tables of a generation, in the order of their declaration. */
export function physicalTables(projection: Projection, generation: number): readonly string[] {
  return Object.keys(projection.tables).map(tableNames(projection, generation));
}

/** Drops tables by the names that `physicalTables` gave, those that are there. */
export async function dropTables(tx: Sql, tables: readonly string[]): Promise<void> {
  for (const table of tables) invariant(PHYSICAL_NAME.test(table), `${table} is a table of a read model`);
  if (tables.length > 0) await tx.query(`drop table if exists ${tables.join(", ")}`);
}

const PHYSICAL_NAME = /^read_models\.[a-z][a-z0-9_]*_[1-9][0-9]*$/;

function createTableText(name: string, shape: TableShape): string {
  const columns = Object.entries(shape.columns).map(([column, type]) => `${column} ${inByteOrder(type)}`);
  if (shape.insertsOnly !== true) columns.push(keyText(shape));
  const options = shape.fillfactor === undefined ? "" : ` with (fillfactor = ${shape.fillfactor})`;
  return `create table ${name} (${columns.join(", ")})${options}`;
}

const keyText = ({ key }: TableShape): string => `primary key (${key.join(", ")})`;

/** Text in byte order, so that keys sort the same on every server and the digest can follow the primary key. */
const inByteOrder = (type: string): string => type.replace(/^text\b/, 'text collate "C"');
