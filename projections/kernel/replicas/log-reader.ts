import type { Sql } from "../sql.ts";

/** A log and its database, for queries on log and ledger themselves. */
export interface LogReader {
  readonly sql: Sql;
  readonly logId: number;
}

/** Which page of a list is wanted: at most `limit` items, after the one that gave the cursor `next`. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly next?: string | undefined;
}

/** One page of a list, and the cursor of the next; null at the end. */
export interface Page<T> {
  readonly items: T[];
  readonly next: string | null;
}

/**
 * Makes a page from rows fetched with one extra, which tells whether the list continues.
 * @param cursor where it goes on after a row
 */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  { item, cursor }: { readonly item: (row: R) => T; readonly cursor: (row: R) => string },
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(item), next: last === undefined ? null : cursor(last) };
}
