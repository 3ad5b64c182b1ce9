import type { Row, Sql } from "#projections/kernel/sql.ts";

/** A transaction whose cursors yield given rows, by their names; a second cursor of an open one's name is refused. */
export function cursorSql(rowsOf: { readonly [cursor: string]: readonly object[] }): Sql {
  const open = new Map<string, number>();
  const fetched = (name: string, count: number): readonly object[] => {
    const from = open.get(name);
    if (from === undefined) throw new Error(`cursor "${name}" does not exist`);
    open.set(name, from + count);
    return (rowsOf[name] ?? []).slice(from, from + count);
  };
  const answer = (text: string): readonly object[] => {
    const [, declared, count, from, closed] =
      /^declare (\w+) |^fetch (\d+) from (\w+)$|^close (\w+)$/.exec(text) ?? [];
    if (from !== undefined) return fetched(from, Number(count));
    if (declared !== undefined && open.has(declared)) throw new Error(`cursor "${declared}" already exists`);
    if (declared !== undefined) open.set(declared, 0);
    if (closed !== undefined) open.delete(closed);
    return [];
  };
  const query = async <R extends Row>(text: string): Promise<readonly R[]> => answer(text) as readonly R[];
  return { query, run: ({ text }) => query(text) };
}
