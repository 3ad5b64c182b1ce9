import { invariant } from "#domain/kernel/invariant.ts";
import type { Projection, TableNames, TableShape } from "./projection.ts";
import type { Sql } from "./sql.ts";

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
  await runTogether(tx, indexes ? [...tables, ...generations.flatMap(indexTexts)] : tables);
}

/** Runs statements that have neither parameters nor rows, all at once: each alone would take longer on its way. */
async function runTogether(tx: Sql, statements: readonly string[]): Promise<void> {
  if (statements.length > 0) await tx.query(`do $make$ begin ${statements.join(";\n")}; end $make$`);
}

/**
 * Makes the indexes of a generation, and the keys that its tables do without while they are filled: one by one, because
 * each may take long, and the time limit of a statement is for each.
 */
export async function createIndexes(tx: Sql, generation: Generation): Promise<void> {
  for (const text of indexTexts(generation)) await tx.query(text);
}

function indexTexts({ projection, generation }: Generation): readonly string[] {
  const named = tableNames(projection, generation);
  return Object.entries(projection.tables).flatMap(([table, shape]) => [
    ...(shape.insertsOnly === true ? [`alter table ${named(table)} add ${keyText(shape)}`] : []),
    ...(shape.indexes ?? []).map((index) => `create index on ${named(table)} ${indexText(index)}`),
  ]);
}

function indexText(index: NonNullable<TableShape["indexes"]>[number]): string {
  if (typeof index === "string") return `(${index})`;
  // Entries that wait in a list would be read through by every search, up to megabytes of them.
  if ("elementsOf" in index) return `using gin (${index.elementsOf}) with (fastupdate = off)`;
  return `(${index.on}) where ${index.where}`;
}

/** The names of all tables of a generation, in the order of their declaration. */
export function physicalTables(projection: Projection, generation: number): readonly string[] {
  return Object.keys(projection.tables).map(tableNames(projection, generation));
}

/** Drops tables by the names that `physicalTables` gave, those that are there. */
export async function dropTables(tx: Sql, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    invariant(PHYSICAL_NAME.test(table), `${table} is a table of a read model`);
    await tx.query(`drop table if exists ${table}`);
  }
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
