import { invariant } from "#domain/kernel/invariant.ts";
import type { TableShape } from "../projection.ts";
import { arrayLiteral, type Row, type Sql } from "../sql.ts";

/** Lines hashed together. Changing it changes all digests. */
const PAGE_ROWS = 10_000;

/** The hashes of a table's pages, in order, and how many rows they are of. */
export interface HashedPages {
  readonly pages: readonly string[];
  readonly rows: number;
}

interface PageRow extends Row {
  readonly digest: string | null;
  readonly rows: bigint;
}

/** Makes the transaction read pages by primary key: on a young table the planner would sort all rows instead. */
export async function readInOrderOfKey(tx: Sql): Promise<void> {
  await tx.query(
    "select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)",
  );
}

/**
 * Hashes a read model's table. Its rows, in the byte order of their primary key, are written as text (whole numbers
 * as digits, instants as milliseconds) and hashed page by page. One page is one short statement, so that nothing else
 * waits long. See `readInOrderOfKey`.
 */
export async function hashedPages(tx: Sql, table: string, shape: TableShape): Promise<HashedPages> {
  const pages: string[] = [];
  let rows = 0;
  let after: readonly string[] = [];
  for (;;) {
    const [page] = await tx.query<PageRow>(pageText(table, shape, after.length > 0), after);
    invariant(page !== undefined, "an aggregate has one row");
    if (page.digest !== null) pages.push(page.digest);
    rows += Number(page.rows);
    if (Number(page.rows) < PAGE_ROWS) return { pages, rows };
    const [last] = await tx.query<LastRow>(lastText(table, shape, after.length > 0), after);
    invariant(last !== undefined, "a full page has a last row");
    after = last.key;
  }
}

interface LastRow extends Row {
  readonly key: readonly string[];
}

// The lines are added up in the order in which the inner query gives them.
function pageText(table: string, shape: TableShape, isLater: boolean): string {
  return `select ${hashOfLines()} as digest, count(*) as rows
    from (select row(${Object.keys(shape.columns).join(", ")})::text as line
      ${restOf(table, shape, isLater)} limit ${PAGE_ROWS}) page`;
}

function lastText(table: string, shape: TableShape, isLater: boolean): string {
  const key = shape.key.map((column) => `${column}::text`).join(", ");
  return `select array[${key}] as key ${restOf(table, shape, isLater)} offset ${PAGE_ROWS - 1} limit 1`;
}

/** The rows after a key, in order. */
function restOf(table: string, { columns, key }: TableShape, isLater: boolean): string {
  const after = key.map((column, index) => `$${index + 1}::${columns[column]?.split(" ")[0]}`);
  const rest = isLater ? ` where (${key.join(", ")}) > (${after.join(", ")})` : "";
  return `from ${table}${rest} order by ${key.join(", ")}`;
}

/** The hash of lines in the order of their relation, or in one that is given. */
const hashOfLines = (order = ""): string =>
  `encode(sha256(convert_to(string_agg(line, E'\\n'${order}), 'UTF8')), 'hex')`;

/**
 * Hashes, in the same way, what is not a table whose primary key sorts by bytes: one statement, which sorts all of it.
 * @param query selects the columns in their order; `order` is the key, with collations
 */
export async function hashedPagesOf(
  tx: Sql,
  {
    query,
    columns,
    order,
  }: { readonly query: string; readonly columns: readonly string[]; readonly order: string },
): Promise<HashedPages> {
  const rows = await tx.query<PageRow>(`select ${hashOfLines(" order by n")} as digest, count(*) as rows
    from (select row(${columns.join(", ")})::text as line, row_number() over (order by ${order}) as n
      from (${query}) q) l
    group by (n - 1) / ${PAGE_ROWS} order by (n - 1) / ${PAGE_ROWS}`);
  return {
    pages: rows.map(({ digest }) => digest ?? ""),
    rows: rows.reduce((sum, page) => sum + Number(page.rows), 0),
  };
}

/**
 * The digests of tables from the hashes of their pages: the SHA-256 of those, one after the other. Equal tables have
 * equal digests, on either engine and on every server. The same makes one digest of the digests of several tables.
 */
export async function digestsOf(tx: Sql, hashes: readonly (readonly string[])[]): Promise<readonly string[]> {
  const rows = await tx.query<{ digest: string }>(
    `select encode(sha256(convert_to(text, 'UTF8')), 'hex') as digest
      from unnest($1::text[]) with ordinality as t(text, n) order by n`,
    [arrayLiteral(hashes.map((parts) => parts.join("")))],
  );
  return rows.map(({ digest }) => digest);
}
