import type { Row, SqlValue, Statement, TransactionOptions } from "#projections/kernel/sql.ts";
import type { AppendSession, AppendSessionOptions } from "#service/db/append-session.ts";
import type { OpenDatabase, ScriptedSql } from "#service/db/database.ts";
import { openPglite, type PgliteDatabase } from "#service/db/pglite/pglite.ts";
import { empty, type MadeDatabase, remember } from "#service/lab/testing/databases/emptied-pglite.ts";
import { type Content, pgliteFolder } from "#service/lab/testing/databases/pglite-folders.ts";
import type { FreshOptions } from "#service/lab/testing/engines.ts";

/** Each takes 230 MB and most of a second to start; a test that needs more has forgotten to close one. */
const databasesMax = 4;
/** Databases kept from one suite to the next. */
const KEPT_MAX = 4;

/** Drops everything that a test may have made: schemas, then the rights of the public one. */
const emptyText = `do $$ declare name text; begin
  for name in select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
    execute format('drop schema %I cascade', name);
  end loop;
end $$;
create schema public;
grant usage on schema public to public;`;

interface Ready {
  readonly database: PgliteDatabase;
  readonly made: MadeDatabase;
}

interface Idle extends Ready {
  readonly content: Content;
}

/** PGlite databases in memory, each lent to one test at a time and emptied before the next. */
export class PgliteStock {
  #idle: Idle[] = [];
  #lent = new Set<LentDatabase>();
  /** Databases from one data folder are equal to the number of every table. */
  readonly #made = new Map<Content, MadeDatabase>();

  /** A fresh database, whether new or reused. Throws when too many are open. */
  async lend(options: FreshOptions): Promise<OpenDatabase> {
    if (this.#lent.size >= databasesMax)
      throw new Error(`${databasesMax} PGlite databases are open: close one first`);
    const content = contentOf(options);
    const { database, made } = await this.#ready(content);
    const lent = new LentDatabase(database, () => {
      this.#lent.delete(lent);
      this.#idle.push({ database, content, made });
    });
    this.#lent.add(lent);
    if (options.role !== undefined) await database.setRole(options.role);
    return lent;
  }

  async #ready(content: Content): Promise<Ready> {
    const alike = this.#idle.findIndex((idle) => idle.content === content);
    const isFull = this.#idle.length >= KEPT_MAX;
    const [idle] = alike >= 0 ? this.#idle.splice(alike, 1) : isFull ? this.#idle.splice(-1, 1) : [];
    if (idle?.content === content) {
      const { database, made } = idle;
      await database.setRole(null);
      if (await empty(database, made)) return idle;
      if (content === "empty") {
        await database.forget();
        await database.transaction((tx) => tx.script(emptyText));
        return { database, made: await remember(database) };
      }
    }
    // With changed definitions it would have to be migrated again, which takes longer than starting one.
    await idle?.database.close();
    const database = await openPglite("memory://", { loadDataDir: await pgliteFolder(content) });
    // Nothing of it survives this process: a commit need not write the log's buffers out.
    await database.query("set synchronous_commit to off");
    const made = this.#made.get(content) ?? (await remember(database));
    this.#made.set(content, made);
    return { database, made };
  }

  /** Takes on a role in a lent database, until it is returned. */
  async setRole(db: OpenDatabase, role: string): Promise<OpenDatabase> {
    if (!(db instanceof LentDatabase)) throw new Error("This database was not given by this stock");
    await db.setRole(role);
    return db;
  }

  /** Takes back everything lent, and keeps few for the next suite. */
  async takeBack(): Promise<void> {
    await Promise.all([...this.#lent].map((one) => one.close()));
    await Promise.all(this.#idle.splice(KEPT_MAX).map(({ database }) => database.close()));
  }
}

function contentOf({ migrated, readModels }: FreshOptions): Content {
  if (migrated === false) return "empty";
  return readModels === true ? "site" : "migrated";
}

class LentDatabase implements OpenDatabase {
  readonly engine = "pglite";
  readonly #database: PgliteDatabase;
  readonly #giveBack: () => void;
  readonly #stops = new Set<() => Promise<void>>();
  #isOpen = true;

  constructor(database: PgliteDatabase, giveBack: () => void) {
    this.#database = database;
    this.#giveBack = giveBack;
  }

  async query<R extends Row = Row>(text: string, values?: readonly SqlValue[]): Promise<readonly R[]> {
    return this.#opened().query<R>(text, values);
  }

  async run<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    return this.#opened().run<R>(statement);
  }

  async transaction<T>(work: (tx: ScriptedSql) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return this.#opened().transaction(work, options);
  }

  setRole(role: string): Promise<void> {
    return this.#opened().setRole(role);
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const stop = await this.#opened().listen(channel, onPayload);
    this.#stops.add(stop);
    return async () => {
      if (this.#stops.delete(stop)) await stop();
    };
  }

  async openAppendSession(options: AppendSessionOptions): Promise<AppendSession> {
    return this.#opened().openAppendSession(options);
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#database.setRole(null);
    for (const stop of this.#stops) await stop();
    this.#giveBack();
  }

  #opened(): PgliteDatabase {
    if (!this.#isOpen) throw new Error("The database is closed");
    return this.#database;
  }
}
