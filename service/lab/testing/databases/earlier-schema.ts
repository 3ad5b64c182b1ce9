import assert from "node:assert/strict";
import { arrayLiteral, type Database } from "#projections/kernel/sql.ts";

/** The tables of the log and those beside it; not every schema has all of them. */
const TABLES = [
  "events",
  "blocks",
  "commands",
  "identities",
  "sealed_seeds",
  "entries",
  "holding_entries",
  "entry_runs",
  "holdings",
  "holding_numbers",
  "log_heads",
];

/** The tables that have held the entries, one schema after the other. */
const ENTRIES = ["entries", "holding_entries", "entry_runs"];

const SHAPES_LOG = new RegExp(
  `\\b(create table|alter table|drop table|drop view|insert into|update|delete from|on) (${TABLES.join("|")})\\b`,
);

/**
 * Whether a migration creates, changes or fills the log's tables. Schemas between two such migrations store a log in
 * the same way: a database filled at the first of them goes through all that the others would go through.
 */
export const shapesLog = ({ sql }: { readonly sql: string }): boolean => SHAPES_LOG.test(sql);

/** The rows of each table, as JSON text. */
export type Contents = ReadonlyMap<string, string>;

/** The contents of a database of the newest schema. */
export async function contentsOf(newest: Database): Promise<Contents> {
  const contents = new Map<string, string>();
  for (const table of TABLES) {
    const [held] = await newest.query<{ rows: string }>(`select jsonb_agg(t)::text as rows from ${table} t`);
    contents.set(table, held?.rows ?? "[]");
  }
  return contents;
}

/** Fills the tables of an earlier schema, as its own version would have written them. */
export async function fillEarlier(contents: Contents, earlier: Database): Promise<void> {
  await earlier.query("delete from log_heads");
  const there = await tablesOf(earlier);
  for (const { table, columns } of there)
    await earlier.query(`insert into ${table} (${columns}) ${ownRows(table, columns)}`, [
      contents.get(table) ?? "[]",
    ]);
  assert.equal(there.filter(({ table }) => ENTRIES.includes(table)).length, 1);
}

/** The tables whose rows are not those with which {@link fillEarlier} would have filled them. */
export async function filledOtherwise(contents: Contents, earlier: Database): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { table, columns } of await tablesOf(earlier)) {
    const differing = await earlier.query(
      `with own as (select md5(o::text) as row from (${ownRows(table, columns)}) o),
        there as (select md5(t::text) as row from (select ${columns} from ${table}) t)
        (table own except all table there) union all (table there except all table own) limit 1`,
      [contents.get(table) ?? "[]"],
    );
    if (differing.length > 0) found.push(table);
  }
  return found;
}

const ownRows = (table: string, columns: string): string =>
  `select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`;

/** Those tables that a schema has, with their columns. */
function tablesOf(
  earlier: Database,
): Promise<readonly { readonly table: string; readonly columns: string }[]> {
  return earlier.query(
    `select table_name::text as table, string_agg(column_name::text, ', ' order by ordinal_position) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name = any($1::text[])
      group by table_name order by array_position($1::text[], table_name::text)`,
    [arrayLiteral(TABLES)],
  );
}
