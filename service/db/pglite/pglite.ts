import { setImmediate as nextMacrotask } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import type { Row, Sql, SqlValue, Statement, TransactionOptions } from "#projections/kernel/sql.ts";
import {
  type AppendSession,
  NotCommittedError,
  SessionBusyError,
  type TurnWork,
} from "#service/db/append-session.ts";
import { beginText, identifier, type OpenDatabase, type ScriptedSql } from "#service/db/database.ts";
import { asError } from "#service/db/errors.ts";
import { DataFolderError, makeDataFolder, unusable } from "#service/db/pglite/data-folder.ts";
import { acquireFolderLock, FolderLockedError } from "#service/db/pglite/folder-lock.ts";
import { PgliteConnection } from "#service/db/pglite/pglite-connection.ts";
import { makePrivate } from "#service/db/pglite/private-folder.ts";
import { plannedOnce } from "#service/db/planned-once.ts";

/** PGlite answers within the microtask queue: after this many milliseconds, timers and sockets get a turn. */
const breathAfterMs = 10;

/** The data folder that means "keep everything in memory". */
const inMemory = "memory://";

export interface PgliteOptions {
  /** An archive made by `dumpDataDir` to start from. */
  readonly loadDataDir?: Blob;
  /** Receives failures that belong to no caller, such as a listener that throws. */
  readonly onError?: (error: Error) => void;
}

/** A PGlite database: one connection, which all callers take in turn. */
export interface PgliteDatabase extends OpenDatabase {
  readonly engine: "pglite";
  /** Takes on a role from here on; null returns to the owner. Migrations run before. */
  setRole(role: string | null): Promise<void>;
  /** Drops the named statements of earlier callers. */
  forget(): Promise<void>;
  /** The whole data folder, as one archive. */
  dump(): Promise<Blob>;
}

/**
 * Opens PGlite in memory or on a folder.
 * @throws FolderLockedError when another process has the folder open; DataFolderError when it cannot be used
 */
export async function openPglite(folder: string, options: PgliteOptions = {}): Promise<PgliteDatabase> {
  if (folder === inMemory) return handleOf(await createIn(folder, options), options);
  try {
    return await openFolder(folder, options);
  } catch (error) {
    if (error instanceof FolderLockedError || error instanceof DataFolderError) throw error;
    throw unusable(folder, error);
  }
}

async function openFolder(folder: string, options: PgliteOptions): Promise<PgliteDatabase> {
  const lock = await acquireFolderLock(folder);
  try {
    await makeDataFolder(folder);
    const pglite = await createIn(folder, options);
    // PostgreSQL creates its files private; the unpacked ones are not.
    await makePrivate(folder);
    return handleOf(pglite, options, () => lock.release());
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function createIn(dataDir: string, { loadDataDir }: PgliteOptions): Promise<PGlite> {
  const pglite = await PGlite.create({ dataDir, ...(loadDataDir === undefined ? {} : { loadDataDir }) });
  await pglite.exec(
    `set timezone to 'UTC'; set datestyle to 'ISO'; set bytea_output to 'hex'; ${plannedOnce}`,
  );
  return pglite;
}

const handleOf = (pglite: PGlite, { onError = () => {} }: PgliteOptions, release = async () => {}) =>
  new PgliteHandle(pglite, onError, release);

class PgliteHandle implements PgliteDatabase {
  readonly engine = "pglite";
  readonly #pglite: PGlite;
  readonly #connection: PgliteConnection;
  readonly #onError: (error: Error) => void;
  readonly #release: () => Promise<void>;
  #last: Promise<unknown> = Promise.resolve();
  #breathedAt = performance.now();
  #closing: Promise<void> | null = null;

  constructor(pglite: PGlite, onError: (error: Error) => void, release: () => Promise<void>) {
    this.#pglite = pglite;
    this.#connection = new PgliteConnection(pglite);
    this.#onError = onError;
    this.#release = release;
  }

  query<R extends Row = Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly R[]> {
    return this.run<R>({ text, values });
  }

  run<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    return this.#inTurn(() => this.#connection.run<R>(statement));
  }

  transaction<T>(work: (tx: ScriptedSql) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return this.#inTurn(() => inTransaction(this.#connection, work, beginText(options)));
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const hear = (payload: string): void => {
      try {
        onPayload(payload);
      } catch (error) {
        this.#onError(asError(error));
      }
    };
    const stop = await this.#inTurn(() => this.#pglite.listen(identifier(channel), hear));
    return async () => {
      if (this.#closing === null) await this.#inTurn(() => stop());
    };
  }

  async openAppendSession(): Promise<AppendSession> {
    return new PgliteAppendSession(this);
  }

  async setRole(role: string | null): Promise<void> {
    await this.#inTurn(() =>
      this.#connection.script(role === null ? "reset role" : `set role ${identifier(role)}`),
    );
  }

  forget(): Promise<void> {
    return this.#inTurn(() => this.#connection.forget());
  }

  dump(): Promise<Blob> {
    return this.#inTurn(() => this.#pglite.dumpDataDir("none"));
  }

  close(): Promise<void> {
    this.#closing ??= this.#last
      .catch(() => {})
      .then(() => this.#pglite.close())
      .finally(this.#release);
    return this.#closing;
  }

  // One caller at a time, in the order of asking; a transaction is one caller.
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== null) return Promise.reject(new Error("The database is closed"));
    const result = this.#last.then(work, work);
    this.#last = result;
    return this.#breathing(result);
  }

  async #breathing<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } finally {
      if (performance.now() - this.#breathedAt > breathAfterMs) {
        await nextMacrotask();
        this.#breathedAt = performance.now();
      }
    }
  }
}

async function inTransaction<T>(
  connection: PgliteConnection,
  work: (tx: ScriptedSql) => Promise<T>,
  begin: string,
): Promise<T> {
  await connection.script(begin);
  let isOpen = true;
  const assertOpen = (): void => {
    if (!isOpen) throw new Error("The transaction has ended: it can no longer be used");
  };
  const run: Sql["run"] = async (statement) => {
    assertOpen();
    return connection.run(statement);
  };
  const script = async (text: string): Promise<void> => {
    assertOpen();
    await connection.script(text);
  };
  try {
    const result = await work({ run, script, query: (text, values = []) => run({ text, values }) });
    isOpen = false;
    const tag = await connection.script("commit");
    if (tag !== "COMMIT") throw new NotCommittedError(tag);
    return result;
  } catch (error) {
    isOpen = false;
    // After a failed COMMIT there is no transaction left, and ROLLBACK only warns. If it fails too, the first failure
    // is the one to report.
    await connection.script("rollback").catch(() => "");
    throw error;
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

  /** The connection lives in this process, so it cannot be lost before the process ends. */
  onLost(): void {}

  async close(): Promise<void> {
    this.#isOpen = false;
  }

  #assertFree(): void {
    if (!this.#isOpen) throw new Error("The append session is closed");
    if (this.#inTurn) throw new SessionBusyError();
  }
}
