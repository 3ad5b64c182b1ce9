import { identifier, type OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { migrate } from "#service/db/schema/migrate.ts";
import { ensureServiceRole, serviceRole } from "#service/db/schema/roles.ts";
import { dropDatabase, type PostgresServer, startPostgres } from "#service/lab/testing/databases/postgres.ts";
import { projectMigrations } from "#service/lab/testing/databases/project-migrations.ts";
import { withDb } from "./play/with-writer.ts";
import { finishTemplate, populate } from "./template.ts";

/** Server settings, the same for all subjects: no checkpoint within a run; the rest, fsync included, is default. */
export const SETTINGS = {
  shared_buffers: "512MB",
  min_wal_size: "1GB",
  max_wal_size: "8GB",
  checkpoint_timeout: "1h",
  max_connections: "100",
} as const;

/** An audit reads the whole log. */
const AUDIT_TIMEOUT_MS = 600_000;

/** The databases' address for another process. */
export interface Place {
  readonly url: string;
  /** Only for a server of our own, where an autovacuum may have to be ended: that takes a superuser. */
  readonly superuserUrl: string | null;
  readonly template: string;
  readonly role: string | null;
  /** URLs of the retained databases, by name. */
  readonly kept: readonly (readonly [string, string])[];
}

/** The source of databases for runs: a server of our own, or that of `DATABASE_URL`. */
export class Databases {
  readonly #url: string;
  readonly #superuserUrl: string | null;
  readonly #template: string;
  #role: string | null = null;
  #made = 0;
  readonly #kept = new Map<string, Promise<string>>();
  #server: PostgresServer | null = null;

  private constructor(place: Pick<Place, "url" | "superuserUrl" | "template">) {
    this.#url = place.url;
    this.#superuserUrl = place.superuserUrl;
    this.#template = place.template;
  }

  /** Starts a server unless one is given, and fills the template database. */
  static async open(databaseUrl: string | undefined): Promise<Databases> {
    const server =
      databaseUrl === undefined ? await startPostgres({ fsync: true, settings: SETTINGS }) : null;
    const databases = new Databases({
      url: databaseUrl ?? server?.url ?? "",
      superuserUrl: server?.superuserUrl ?? null,
      template: `florin_bench_${process.pid}`,
    });
    databases.#server = server;
    try {
      await databases.#makeTemplate();
    } catch (error) {
      await databases.close();
      throw error;
    }
    return databases;
  }

  /** Connects a child to another process's databases; databases created here must be dropped or retained there. */
  static at(place: Place): Databases {
    const databases = new Databases(place);
    databases.#role = place.role;
    databases.keep(place.kept);
    return databases;
  }

  /** The address of the databases, and those retained so far. */
  async place(): Promise<Place> {
    const kept = await Promise.all([...this.#kept].map(async ([name, url]) => [name, await url] as const));
    const [url, superuserUrl, template, role] = [this.#url, this.#superuserUrl, this.#template, this.#role];
    return { url, superuserUrl, template, role, kept };
  }

  /** Retains databases of another process until all is closed. */
  keep(kept: Place["kept"]): void {
    for (const [name, url] of kept) this.#kept.set(name, Promise.resolve(url));
  }

  /** The service's role; null if the server does not let us create it. */
  get role(): string | null {
    return this.#role;
  }

  /** The URL of a new database with the template's players; without `filled` an empty one. */
  async make({ filled }: { readonly filled: boolean }): Promise<string> {
    this.#made += 1;
    const name = identifier(`${this.#template}_${process.pid}_${this.#made}`);
    await this.#admin(`create database ${name} template ${filled ? this.#template : "template0"}`);
    return this.#urlOf(name);
  }

  /** The URL of a database that is filled at the first request, and retained until all is closed. */
  kept(name: string, fill: (url: string) => Promise<void>): Promise<string> {
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const made = this.make({ filled: true }).then(async (url) => {
      await fill(url);
      return url;
    });
    this.#kept.set(name, made);
    return made;
  }

  /** Removes a database from `make`, with all its contents. */
  async drop(url: string): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    if (this.#superuserUrl !== null) await dropDatabase(this.#superuserUrl, name);
    else await this.#admin(`drop database if exists ${identifier(name)} with (force)`);
  }

  /** Opens a database as the service does. */
  asService(url: string, poolSize?: number): Promise<OpenDatabase> {
    return openPostgres(url, {
      applicationName: "florin bench",
      ...(poolSize === undefined ? {} : { poolSize }),
      ...(this.#role === null ? {} : { role: this.#role }),
    });
  }

  /** Opens a database for an audit. */
  asAuditor(url: string): Promise<OpenDatabase> {
    return openPostgres(url, {
      applicationName: "florin bench audit",
      poolSize: 1,
      statementTimeoutMs: AUDIT_TIMEOUT_MS,
    });
  }

  /** The server's version and its durability settings. */
  async describe(): Promise<{ readonly version: string; readonly fsync: string }> {
    const [row] = await this.#admin(
      "select current_setting('server_version') as version, current_setting('fsync') as fsync",
    );
    return { version: String(row?.version), fsync: String(row?.fsync) };
  }

  /** Removes the template and all its copies, of any process, and stops a server of our own. */
  async close(): Promise<void> {
    if (this.#server !== null) return this.#server.stop();
    // A failed process could not report its databases: they are found by their names.
    const made = await this.#admin(
      `select datname from pg_database where starts_with(datname::text, '${this.#template}_')`,
    );
    for (const { datname } of made) await this.drop(this.#urlOf(String(datname)));
    await this.drop(this.#urlOf(this.#template));
  }

  async #makeTemplate(): Promise<void> {
    await this.#admin(`create database ${identifier(this.#template)} template template0`);
    const url = this.#urlOf(this.#template);
    await withDb(this.asAuditor(url), async (owner) => {
      if (await ensureServiceRole(owner)) this.#role = serviceRole;
      await migrate(owner, await projectMigrations());
      await withDb(this.asService(url), populate);
      await finishTemplate(owner, this.#role);
    });
  }

  #admin(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const opening = openPostgres(this.#url, { poolSize: 1, statementTimeoutMs: AUDIT_TIMEOUT_MS });
    return withDb(opening, (admin) => admin.query(text));
  }

  #urlOf(name: string): string {
    const url = new URL(this.#url);
    url.pathname = `/${name}`;
    return url.href;
  }
}
