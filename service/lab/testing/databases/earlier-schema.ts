import assert from "node:assert/strict";
import type { Database } from "#projections/kernel/sql.ts";

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

/** Copies the contents of a database into the tables of an earlier schema, as its own version would have written it. */
export async function fillEarlier(newest: Database, earlier: Database): Promise<void> {
  await earlier.query("delete from log_heads");
  const filled: string[] = [];
  for (const table of TABLES) {
    const [held] = await newest.query<{ rows: string }>(`select jsonb_agg(t)::text as rows from ${table} t`);
    const columns = await earlier.query<{ name: string }>(
      `select column_name::text as name from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_name = $1 and table_type = 'BASE TABLE'`,
      [table],
    );
    if (columns.length === 0) continue;
    filled.push(table);
    const names = columns.map(({ name }) => name).join(", ");
    await earlier.query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [held?.rows ?? "[]"],
    );
  }
  assert.equal(filled.filter((table) => ENTRIES.includes(table)).length, 1);
}
