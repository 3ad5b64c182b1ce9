import type { TableNames } from "./projection.ts";
import type { Row, SqlValue } from "./sql.ts";

/** How read models are queried, wherever their tables are. */
export interface ReadModels {
  /** Runs a query. `text` gets the current table names, and is called again if tables were replaced meanwhile. */
  ask<R extends Row>(
    text: (table: TableNames) => string,
    values?: readonly SqlValue[],
  ): Promise<readonly R[]>;
}

/** Which part of a list is wanted: at most `limit` items, from before a position, newest first. */
export interface Window {
  readonly limit?: number | undefined;
  readonly before?: number | undefined;
}
/** Which part of a queue is taken up: at most `limit` of it, and none of those that are left alone for now. */
export interface Turn {
  readonly limit: number;
  readonly except: readonly string[];
}
