import pg from "pg";
import type { Row, SqlValue, Statement, TransactionOptions } from "#projections/kernel/sql.ts";
import {
  type AppendSession,
  type AppendSessionOptions,
  NotCommittedError,
} from "#service/db/append-session.ts";
import { beginText, type OpenDatabase, type ScriptedSql } from "#service/db/database.ts";
import { asError, classify, sqlState } from "#service/db/errors.ts";
import { openPostgresAppendSession } from "#service/db/postgres/postgres-append.ts";
import {
  type ConnectionSettings,
  clientConfig,
  prepareConnection,
  runOn,
  runScript,
} from "#service/db/postgres/postgres-connection.ts";
import { PostgresListener } from "#service/db/postgres/postgres-listener.ts";
import { type AskTimeline, Primary } from "#service/db/primary/primary.ts";

/** Default number of pooled connections. */
const poolSizeDefault = 8;

/** Default time limit of a statement, in milliseconds. */
const statementTimeoutMsDefault = 30_000;

/** Idle time before a pooled connection is closed, in milliseconds. */
const idleTimeoutMs = 30_000;

/** SQLSTATE of a write to a read-only server. */
const READ_ONLY = "25006";

export interface PostgresOptions {
  readonly poolSize?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  readonly statementTimeoutMs?: number;
  /** Role that every connection takes on: see `ensureServiceRole`. */
  readonly role?: string;
  /** Receives failures that belong to no caller, such as a broken idle connection. */
  readonly onError?: (error: Error) => void;
  /** Asks a server whether it is the primary; replaced by tests with a single server. */
  readonly askTimeline?: AskTimeline;
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

/** Opens a PostgreSQL database that may be unreachable for now: it connects at the first query. */
export const laterPostgres = (url: string, options: PostgresOptions = {}): OpenDatabase =>
  new PostgresDatabase(url, options);

class PostgresDatabase implements OpenDatabase {
  readonly engine = "postgres";
  readonly #settings: ConnectionSettings;
  readonly #size: number;
  readonly #onError: (error: Error) => void;
  #pool: pg.Pool;
  /** The server of the pool. */
  #poolUrl: string;
  readonly #listener: PostgresListener;
  readonly #endWatch: () => void;
  #closing: Promise<void> | null = null;

  constructor(url: string, options: PostgresOptions) {
    const onError = options.onError ?? (() => {});
    this.#settings = {
      primary: new Primary(url, options.askTimeline),
      applicationName: options.applicationName ?? "florin",
      statementTimeoutMs: options.statementTimeoutMs ?? statementTimeoutMsDefault,
      role: options.role ?? null,
    };
    this.#size = options.poolSize ?? poolSizeDefault;
    this.#onError = onError;
    this.#poolUrl = this.#settings.primary.urls[0] ?? url;
    this.#pool = this.#openPool(this.#poolUrl);
    this.#listener = new PostgresListener(this.#settings, onError);
    this.#endWatch = this.#settings.primary.watch();
  }

  query<R extends Row = Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly R[]> {
    return this.run<R>({ text, values });
  }

  async run<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    const client = await this.#lend();
    let isHealthy = true;
    try {
      return await runOn<R>(client, statement);
    } catch (error) {
      isHealthy = sqlState(error) !== null;
      this.#failed(error);
      throw error;
    } finally {
      client.release(!isHealthy);
    }
  }

  async transaction<T>(work: (tx: ScriptedSql) => Promise<T>, options?: TransactionOptions): Promise<T> {
    const client = await this.#lend();
    let isHealthy = false;
    try {
      await client.query(beginText(options));
      const result = await work(scriptedSql(client));
      const committed = await client.query("commit");
      isHealthy = true;
      // A failure swallowed by `work` leaves the transaction aborted, and COMMIT then answers without an error.
      if (committed.command !== "COMMIT") throw new NotCommittedError(committed.command);
      return result;
    } catch (error) {
      this.#failed(error);
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

  /** After a lost connection or a refused write, another server may be the primary. */
  #failed(error: unknown): void {
    const state = sqlState(error);
    const isLost = state === null && classify(error) === "retry";
    if (isLost || state === READ_ONLY) this.#settings.primary.forget(this.#poolUrl);
  }

  #lend(): Promise<pg.PoolClient> {
    return this.#settings.primary.isOnly ? this.#pool.connect() : this.#lendAtPrimary();
  }

  /** Moves the pool to another primary; connections lent from the old pool close when released. */
  async #lendAtPrimary(): Promise<pg.PoolClient> {
    const { primary } = this.#settings;
    const url = await primary.url();
    if (url !== this.#poolUrl && this.#closing === null) {
      this.#pool.end().catch((error: unknown) => this.#onError(asError(error)));
      this.#poolUrl = url;
      this.#pool = this.#openPool(url);
    }
    try {
      return await this.#pool.connect();
    } catch (error) {
      primary.forget(url);
      throw error;
    }
  }

  #openPool(url: string): pg.Pool {
    return openPool(this.#settings, { url, size: this.#size, onError: this.#onError });
  }

  close(): Promise<void> {
    this.#endWatch();
    this.#closing ??= Promise.all([this.#listener.close(), this.#pool.end()]).then(() => {});
    return this.#closing;
  }
}

interface PoolOptions {
  readonly url: string;
  readonly size: number;
  readonly onError: (error: Error) => void;
}

function openPool(settings: ConnectionSettings, { url, size, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(settings, url),
    max: size,
    idleTimeoutMillis: idleTimeoutMs,
    // The pool awaits this promise, though its type does not say so.
    onConnect: (client) => prepareConnection(client, settings.role),
  });
  pool.on("error", (error) => onError(asError(error)));
  // The pool handles errors of idle connections only; an unhandled one of a lent connection would end the process.
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

// Returns whether the connection is fit for reuse. A failed or silent one is not asked again.
async function rollBack(client: pg.ClientBase, cause: unknown): Promise<boolean> {
  if (sqlState(cause) === null && classify(cause) === "retry") return false;
  try {
    await client.query("rollback");
    return true;
  } catch {
    return false;
  }
}
