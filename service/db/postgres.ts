import pg from "pg";
import type { Row, SqlValue, Statement, TransactionOptions } from "#projections/kernel/sql.ts";
import {
  type AppendSession,
  type AppendSessionOptions,
  NotCommittedError,
} from "#service/db/append-session.ts";
import { beginText, type OpenDatabase, type ScriptedSql } from "#service/db/database.ts";
import { asError, classify, sqlState } from "#service/db/errors.ts";
import { openPostgresAppendSession } from "#service/db/postgres-append.ts";
import {
  type ConnectionSettings,
  clientConfig,
  prepareConnection,
  runOn,
  runScript,
} from "#service/db/postgres-connection.ts";
import { PostgresListener } from "#service/db/postgres-listener.ts";

/** Connections in the pool unless told otherwise. */
const poolSizeDefault = 8;

/** Limit on one statement unless told otherwise, in milliseconds. */
const statementTimeoutMsDefault = 30_000;

/** How long a pooled connection may stay unused before it is closed, in milliseconds. */
const idleTimeoutMs = 30_000;

export interface PostgresOptions {
  readonly poolSize?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  readonly statementTimeoutMs?: number;
  /** Role that every connection takes on: see `ensureServiceRole`. */
  readonly role?: string;
  /** Told of failures that belong to no caller, such as an idle connection that broke. */
  readonly onError?: (error: Error) => void;
}

/** Opens a PostgreSQL database through a bounded pool. Throws when no connection can be made. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<OpenDatabase> {
  const database = new PostgresDatabase(url, options);
  try {
    await database.query("select 1");
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

class PostgresDatabase implements OpenDatabase {
  readonly engine = "postgres";
  readonly #settings: ConnectionSettings;
  readonly #pool: pg.Pool;
  readonly #listener: PostgresListener;
  #closing: Promise<void> | null = null;

  constructor(url: string, options: PostgresOptions) {
    const onError = options.onError ?? (() => {});
    this.#settings = {
      url,
      applicationName: options.applicationName ?? "florin",
      statementTimeoutMs: options.statementTimeoutMs ?? statementTimeoutMsDefault,
      role: options.role ?? null,
    };
    this.#pool = openPool(this.#settings, options.poolSize ?? poolSizeDefault, onError);
    this.#listener = new PostgresListener(this.#settings, onError);
  }

  query<R extends Row = Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly R[]> {
    return this.run<R>({ text, values });
  }

  async run<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    const client = await this.#pool.connect();
    let isHealthy = true;
    try {
      return await runOn<R>(client, statement);
    } catch (error) {
      isHealthy = sqlState(error) !== null;
      throw error;
    } finally {
      client.release(!isHealthy);
    }
  }

  async transaction<T>(work: (tx: ScriptedSql) => Promise<T>, options?: TransactionOptions): Promise<T> {
    const client = await this.#pool.connect();
    let isHealthy = false;
    try {
      await client.query(beginText(options));
      const result = await work(scriptedSql(client));
      const committed = await client.query("commit");
      isHealthy = true;
      // A failure that `work` swallowed leaves the transaction aborted, and COMMIT then answers without an error.
      if (committed.command !== "COMMIT") throw new NotCommittedError(committed.command);
      return result;
    } catch (error) {
      isHealthy ||= await rollBack(client, error);
      throw error;
    } finally {
      client.release(!isHealthy);
    }
  }

  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onPayload);
  }

  openAppendSession(options: AppendSessionOptions): Promise<AppendSession> {
    return openPostgresAppendSession(this.#settings, options);
  }

  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#listener.close(), this.#pool.end()]).then(() => {});
    return this.#closing;
  }
}

function openPool(settings: ConnectionSettings, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(settings),
    max: size,
    idleTimeoutMillis: idleTimeoutMs,
    // The pool waits for this promise, though its type does not say so.
    onConnect: (client) => prepareConnection(client, settings.role),
  });
  pool.on("error", (error) => onError(asError(error)));
  // The pool listens for errors on idle connections only; one that breaks while lent would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

function scriptedSql(client: pg.ClientBase): ScriptedSql {
  return {
    query: (text, values = []) => runOn(client, { text, values }),
    run: (statement) => runOn(client, statement),
    script: (text) => runScript(client, text),
  };
}

// Gives whether the connection is fit for the next caller. One that failed or fell silent is not asked again.
async function rollBack(client: pg.ClientBase, cause: unknown): Promise<boolean> {
  if (sqlState(cause) === null && classify(cause) === "retry") return false;
  try {
    await client.query("rollback");
    return true;
  } catch {
    return false;
  }
}
