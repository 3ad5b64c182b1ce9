import type { Sql } from "./sql.ts";

/** A log and the database it is in, for the questions that read log and ledger themselves. */
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
