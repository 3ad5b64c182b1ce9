import { setImmediate as nextMacrotask } from "node:timers/promises";
import { PGlite, type Transaction, TransactionAbortedError } from "@electric-sql/pglite";
import type { Row, Sql, SqlValue, Statement, TransactionOptions } from "#projections/kernel/sql.ts";
import {
  type AppendSession,
  NotCommittedError,
  SessionBusyError,
  type TurnWork,
} from "#service/db/append-session.ts";
import { beginText, identifier, type OpenDatabase, type ScriptedSql } from "#service/db/database.ts";
import { asError } from "#service/db/errors.ts";
import { acquireFolderLock } from "#service/db/folder-lock.ts";
import { byteaOid, parserTable } from "#service/db/values.ts";

/** PGlite answers without ever leaving the microtask queue: after this long, timers and sockets get a turn. In ms. */
const breathAfterMs = 10;

/** The data folder that means "keep everything in memory". */
const inMemory = "memory://";

export interface PgliteOptions {
  /** A data folder as `dumpDataDir` gave it, to begin with. */
  readonly loadDataDir?: Blob;
  /** Told of failures that belong to no caller, such as a listener that throws. */
  readonly onError?: (error: Error) => void;
}

/** A PGlite database: one connection, which every caller shares in turn. */
export interface PgliteDatabase extends OpenDatabase {
  readonly engine: "pglite";
  /** Takes on a role from here on, or with null goes back to the owner. Migrations run before. */
  setRole(role: string | null): Promise<void>;
  /** The whole data folder, as one archive. */
  dump(): Promise<Blob>;
}

/**
 * Opens PGlite on a data folder, which is locked against other processes, or in memory. Throws `FolderLockedError`
 * when another process has the folder open.
 */
export async function openPglite(folder: string, options: PgliteOptions = {}): Promise<PgliteDatabase> {
  const lock = folder === inMemory ? null : await acquireFolderLock(folder);
  try {
    const pglite = await PGlite.create({
      dataDir: folder,
      ...(options.loadDataDir === undefined ? {} : { loadDataDir: options.loadDataDir }),
    });
    // Replaced as a whole: PGlite sets its own for array types after it has read the ones it is given.
    pglite.parsers = Object.fromEntries(parserTable);
    pglite.serializers = { [byteaOid]: (value: unknown) => bytesAsText(value) };
    await pglite.exec("set timezone to 'UTC'; set datestyle to 'ISO'; set bytea_output to 'hex'");
    return new PgliteHandle(pglite, options.onError ?? (() => {}), async () => lock?.release());
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

class PgliteHandle implements PgliteDatabase {
  readonly engine = "pglite";
  readonly #pglite: PGlite;
  readonly #onError: (error: Error) => void;
  readonly #release: () => Promise<void>;
  #breathedAt = performance.now();
  #closing: Promise<void> | null = null;

  constructor(pglite: PGlite, onError: (error: Error) => void, release: () => Promise<void>) {
    this.#pglite = pglite;
    this.#onError = onError;
    this.#release = release;
  }

  query<R extends Row = Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly R[]> {
    return this.run<R>({ text, values });
  }

  run<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    return this.#answered(runOn<R>(this.#pglite, statement));
  }

  transaction<T>(work: (tx: ScriptedSql) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return this.#answered(
      this.#pglite.transaction(async (tx) => {
        if (options !== undefined) await tx.exec(settingText(options));
        return work(scriptedSql(tx));
      }),
    );
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const stop = await this.#pglite.listen(identifier(channel), (payload) => {
      try {
        onPayload(payload);
      } catch (error) {
        this.#onError(asError(error));
      }
    });
    return async () => {
      if (this.#closing === null) await stop();
    };
  }

  async openAppendSession(): Promise<AppendSession> {
    return new PgliteAppendSession(this);
  }

  async setRole(role: string | null): Promise<void> {
    await this.#pglite.exec(role === null ? "reset role" : `set role ${identifier(role)}`);
  }

  dump(): Promise<Blob> {
    return this.#pglite.dumpDataDir("none");
  }

  close(): Promise<void> {
    this.#closing ??= this.#pglite.close().finally(this.#release);
    return this.#closing;
  }

  async #answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw this.#closing === null
        ? withoutParameters(error)
        : new Error("The database is closed", { cause: error });
    } finally {
      if (performance.now() - this.#breathedAt > breathAfterMs) {
        await nextMacrotask();
        this.#breathedAt = performance.now();
      }
    }
  }
}

/** The writer's view of the one connection that PGlite has. */
class PgliteAppendSession implements AppendSession {
  readonly depth = 1;
  readonly #database: PgliteDatabase;
  #inTurn = false;
  #isOpen = true;

  constructor(database: PgliteDatabase) {
    this.#database = database;
  }

  get isAlive(): boolean {
    return this.#isOpen;
  }

  async send<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    this.#assertFree();
    return this.#database.run<R>(statement);
  }

  async turn<R extends Row = Row>(
    opening: readonly Statement[],
    work: TurnWork,
  ): Promise<readonly R[] | null> {
    this.#assertFree();
    this.#inTurn = true;
    try {
      return await this.#database.transaction(async (tx) => {
        const results: (readonly Row[])[] = [];
        for (const statement of opening) results.push(await tx.run(statement));
        const last = await work(results, tx);
        return last === null ? null : await tx.run<R>(last);
      });
    } finally {
      this.#inTurn = false;
    }
  }

  /** The connection lives in this process: it is not lost before the process is. */
  onLost(): void {}

  async close(): Promise<void> {
    this.#isOpen = false;
  }

  #assertFree(): void {
    if (!this.#isOpen) throw new Error("The append session is closed");
    if (this.#inTurn) throw new SessionBusyError();
  }
}

type PgliteExecutor = Pick<Transaction, "query">;

async function runOn<R extends Row>(executor: PgliteExecutor, statement: Statement): Promise<readonly R[]> {
  const result = await executor.query<R>(statement.text, [...(statement.values ?? [])]);
  return result.rows;
}

function scriptedSql(tx: Transaction): ScriptedSql {
  const run: Sql["run"] = (statement) => runOn(tx, statement);
  return {
    run,
    query: (text, values = []) => run({ text, values }),
    script: async (text) => {
      await tx.exec(text);
    },
  };
}

function settingText(options: TransactionOptions): string {
  return beginText(options).replace("begin", "set transaction");
}

function bytesAsText(value: unknown): string {
  if (!(value instanceof Uint8Array)) return String(value);
  return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`;
}

/**
 * PGlite hangs the parameters on its errors, where a log would write them down, and they may be secrets. Its own
 * error for a COMMIT that rolled back becomes ours.
 */
function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  Reflect.deleteProperty(error, "params");
  Reflect.deleteProperty(error, "queryOptions");
  return error instanceof TransactionAbortedError ? new NotCommittedError("ROLLBACK") : error;
}
