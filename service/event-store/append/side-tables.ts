import type { SqlValue } from "#projections/kernel/sql.ts";

/** A table beside the log whose rows are inserted together with a command's events, or not at all. */
export interface SideTable {
  readonly name: string;
  /** The type of each column, in SQL. */
  readonly columns: { readonly [column: string]: string };
}

/** A row that a command writes to such a table. */
export interface SideRow {
  readonly table: SideTable;
  readonly row: object;
}

/** Inserts the rows of side tables, as parts of a `with` that has a row `head`. @param parameters one per table */
export const sideInserts = (tables: readonly SideTable[], parameters: readonly string[]): string =>
  tables
    .map(({ name, columns }, index) => {
      const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
      return `, ${name}_in as (
  insert into ${name} (${Object.keys(columns).join(", ")})
  select t.* from head, jsonb_to_recordset(${parameters[index]}::jsonb) as t(${types.join(", ")})
)`;
    })
    .join("");

/** The parameters of `sideInserts`; null without rows, as in most batches. */
export const sideValues = (tables: readonly SideTable[], rows: readonly SideRow[]): SqlValue[] | null =>
  rows.length === 0
    ? null
    : tables.map((table) => JSON.stringify(rows.filter((one) => one.table === table).map(({ row }) => row)));
