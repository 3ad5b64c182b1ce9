import type { Database, Sql, TransactionOptions } from "#projections/kernel/sql.ts";
import type { AppendSession, AppendSessionOptions } from "#service/db/append-session.ts";

/** One transaction that can also run a script of several statements, as migrations need. */
export interface ScriptedSql extends Sql {
  /** Runs the statements of `text` in order, without parameters, rows or a time limit of its own. */
  script(text: string): Promise<void>;
}

/** A database that its opener has to close. */
export interface OpenDatabase extends Database {
  transaction<T>(work: (tx: ScriptedSql) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls `onPayload` for each notification on a channel, until the returned function is called. Notifications are
   * hints: PostgreSQL loses those sent while the connection is down, so listeners also poll, slowly.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Opens a connection that only the log's writer uses. Throws when the database cannot be reached. */
  openAppendSession(options: AppendSessionOptions): Promise<AppendSession>;
  /** Closes every connection after the work in flight. Safe to call twice. */
  close(): Promise<void>;
}

const identifierPattern = /^[a-z_][a-z0-9_]{0,62}$/;

/** Checks that a name may stand in SQL without quotes. @throws on any other */
export function identifier(name: string): string {
  if (!identifierPattern.test(name)) throw new Error(`"${name}" cannot be used as a name in SQL`);
  return name;
}

/** The statement that opens a transaction with these options; by default read committed and read write. */
export function beginText(options: TransactionOptions = {}): string {
  return `begin isolation level ${options.isolation ?? "read committed"} ${options.readOnly ? "read only" : "read write"}`;
}
