import type { Row, Sql, SqlValue } from "../kernel/sql.ts";

/** What a query's plan says of one step. */
interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** A query as it is asked. */
export interface Asked {
  readonly text: string;
  readonly values?: readonly SqlValue[] | undefined;
}

/** How many rows of a table a query looks at: it is run to find out. @param table without its schema */
export const rowsLookedAt = async (sql: Pick<Sql, "query">, asked: Asked, table: string): Promise<number> =>
  (await rowsOfEach(sql, asked, [table]))[table] ?? 0;

/** The same of several tables, by their names, from one run. */
export async function rowsOfEach(
  sql: Pick<Sql, "query">,
  { text, values = [] }: Asked,
  tables: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  // Without times, which cost as much as the rows.
  const explain = `explain (analyze, timing off, format json) ${text}`;
  const [row] = await sql.query<Row & { "QUERY PLAN": string }>(explain, values);
  const [explained] = JSON.parse(row?.["QUERY PLAN"] ?? "[]") as readonly { readonly Plan: Plan }[];
  if (explained === undefined) throw new Error("There is no plan");
  const count = (step: Plan, table: string): number => {
    const rows = (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"];
    const below = (step.Plans ?? []).reduce((sum, next) => sum + count(next, table), 0);
    return below + (step["Relation Name"] === table ? rows : 0);
  };
  return Object.fromEntries(tables.map((table) => [table, count(explained.Plan, table)]));
}
