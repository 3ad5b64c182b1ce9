import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Row } from "#projections/kernel/sql.ts";
import { identifier, type OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { type PostgresServer, startPostgres } from "#service/lab/testing/databases/postgres.ts";
import { SETTINGS } from "../databases.ts";

/** The prefix of a log's database; its number of events follows. */
const PREFIX = "florin_long_";
/** The name of an unfinished log: an interrupted one is never measured. */
const MAKING = "florin_making";
/** Statement timeout: some statements read the whole log, or gather its statistics. */
const STATEMENT_TIMEOUT_MS = 3_600_000;

/** A log in the data folder. */
export interface KeptLog {
  readonly events: number;
  readonly url: string;
}

/** A data folder of PostgreSQL that outlives its server, with logs of different lengths. */
export class KeptLogs {
  readonly server: PostgresServer;

  private constructor(server: PostgresServer) {
    this.server = server;
  }

  /**
   * Starts a server on the data in a folder, creating it if necessary.
   * @param options.isMade turns fsync off while logs are made: the server writes everything at its end. Measurements
   * run with fsync on, as everywhere.
   */
  static async open(folder: string, options: { readonly isMade: boolean }): Promise<KeptLogs> {
    await mkdir(folder, { recursive: true });
    const dataFolder = join(folder, "data");
    const settings = options.isMade ? { ...SETTINGS, synchronous_commit: "off" } : SETTINGS;
    return new KeptLogs(await startPostgres({ dataFolder, fsync: !options.isMade, settings }));
  }

  /** Every complete log, the shortest first. */
  async list(): Promise<KeptLog[]> {
    const rows = await this.#admin<Row & { name: string }>(
      `select datname::text as name from pg_database where datname ~ '^${PREFIX}[0-9]+$'`,
    );
    return rows
      .map(({ name }) => ({ events: Number(name.slice(PREFIX.length)), url: this.#urlOf(name) }))
      .sort((a, b) => a.events - b.events);
  }

  /** Makes a log. It gets its name when `fill` is done. @returns its URL */
  async make(events: number, fill: (url: string) => Promise<void>): Promise<KeptLog> {
    await this.server.dropDatabase(MAKING);
    await fill(await this.server.createDatabase(MAKING));
    const name = identifier(`${PREFIX}${events}`);
    await this.#admin(`alter database ${MAKING} rename to ${name}`);
    return { events, url: this.#urlOf(name) };
  }

  /** Writes everything to disk and ends the server. */
  async close(): Promise<void> {
    await this.#checkpoint();
    await this.server.stop();
  }

  /** A clean shutdown has a time limit: everything is written before. */
  async #checkpoint(): Promise<void> {
    const url = this.server.superuserUrl;
    const db = await openPostgres(url, { poolSize: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    await db.query("checkpoint").finally(() => db.close());
  }

  async #admin<R extends Row>(text: string): Promise<readonly R[]> {
    const db = await openPostgres(this.server.url, { poolSize: 1 });
    return db.query<R>(text).finally(() => db.close());
  }

  #urlOf(name: string): string {
    const url = new URL(this.server.url);
    url.pathname = `/${name}`;
    return url.href;
  }
}

/** Opens a log as its owner, with a long statement timeout. */
export const asOwner = (url: string): Promise<OpenDatabase> =>
  openPostgres(url, {
    poolSize: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: "florin long",
  });

/** Opens a log as the service does. */
export const asService = (url: string, poolSize?: number): Promise<OpenDatabase> =>
  openPostgres(url, {
    applicationName: "florin bench",
    role: serviceRole,
    ...(poolSize === undefined ? {} : { poolSize }),
  });
