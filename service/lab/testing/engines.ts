import { randomUUID } from "node:crypto";
import { afterAll, describe, inject } from "vitest";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { PgliteStock } from "#service/lab/testing/databases/pglite-stock.ts";
import {
  emptyTemplate,
  migratedTemplate,
  siteTemplate,
} from "#service/lab/testing/databases/postgres-for-tests.ts";
import { SuperuserSession } from "#service/lab/testing/databases/superuser.ts";

/**
 * Connections of one database in a test. Two are enough for races, and each one more is a server process that reads the
 * whole catalogue: 106 tests took 70 s of processor time with four, and take 55.
 */
const poolSize = 2;

export interface FreshOptions {
  /** False for an empty database. */
  readonly migrated?: boolean;
  /** True if the tables of the read models may exist already, as the service creates them. */
  readonly readModels?: boolean;
  /** The role to use; by default the owner's, who has all rights on its own tables. */
  readonly role?: string;
}

export interface TestEngine {
  readonly name: "pglite" | "postgres";
  /** An empty migrated database. The test may close it; otherwise it is closed at the end. */
  fresh(options?: FreshOptions): Promise<OpenDatabase>;
  /** The same database for a second process; null on PGlite, which allows only one. */
  another(db: OpenDatabase): Promise<OpenDatabase | null>;
  /** The same database under a role: a handle of its own on PostgreSQL; on PGlite the same one, for all its users. */
  underRole(db: OpenDatabase, role: string): Promise<OpenDatabase>;
  /** The URL of a database from `fresh`, for another process; null on PGlite. */
  urlOf(db: OpenDatabase): string | null;
}

/**
 * Runs a suite twice: on PGlite, and on a real PostgreSQL. Neither is ever left out.
 * @example describeEachEngine("the event store", (engine) => { it("appends", async () => { await engine.fresh() }) })
 */
export function describeEachEngine(name: string, suite: (engine: TestEngine) => void): void {
  describe(`${name} (pglite)`, () => {
    const engine = new PgliteEngine();
    afterAll(() => engine.dispose());
    suite(engine);
  });
  describe(`${name} (postgres)`, () => {
    const engine = new PostgresEngine();
    afterAll(() => engine.dispose());
    suite(engine);
  });
}

// One for the process, and for all of its files: starting PGlite takes most of a second.
const stock = new PgliteStock();

class PgliteEngine implements TestEngine {
  readonly name = "pglite";

  fresh(options: FreshOptions = {}): Promise<OpenDatabase> {
    return stock.lend(options);
  }

  async another(): Promise<null> {
    return null;
  }

  underRole(db: OpenDatabase, role: string): Promise<OpenDatabase> {
    return stock.setRole(db, role);
  }

  urlOf(): null {
    return null;
  }

  dispose(): Promise<void> {
    return stock.takeBack();
  }
}

function templateFor({ migrated, readModels }: FreshOptions): string {
  if (migrated === false) return emptyTemplate;
  return readModels === true ? siteTemplate : migratedTemplate;
}

// One for the process too, and for its one server. It ends with the process.
let superuser: SuperuserSession | undefined;

class PostgresEngine implements TestEngine {
  readonly name = "postgres";
  readonly #superuser: SuperuserSession;
  readonly #urls = new Map<OpenDatabase, string>();
  readonly #names: string[] = [];

  constructor() {
    superuser ??= new SuperuserSession(inject("superuserUrl"));
    this.#superuser = superuser;
  }

  async fresh(options: FreshOptions = {}): Promise<OpenDatabase> {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    const url = await this.#superuser.createDatabase(name, templateFor(options));
    this.#names.push(name);
    return this.#open(url, options.role);
  }

  another(db: OpenDatabase): Promise<OpenDatabase> {
    return this.#open(this.#known(db));
  }

  underRole(db: OpenDatabase, role: string): Promise<OpenDatabase> {
    return this.#open(this.#known(db), role);
  }

  urlOf(db: OpenDatabase): string | null {
    return this.#urls.get(db) ?? null;
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#urls.keys()].map((db) => db.close()));
    for (const name of this.#names) await this.#superuser.dropDatabase(name);
  }

  #known(db: OpenDatabase): string {
    const url = this.#urls.get(db);
    if (url === undefined) throw new Error("This database was not given by this engine");
    return url;
  }

  async #open(url: string, role?: string): Promise<OpenDatabase> {
    const db = await openPostgres(url, {
      poolSize,
      applicationName: "florin test",
      ...(role === undefined ? {} : { role }),
    });
    this.#urls.set(db, url);
    return db;
  }
}
