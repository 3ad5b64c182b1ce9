import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { asSuperuser, type PostgresServer, startPostgres } from "#service/lab/testing/databases/postgres.ts";
import { ownerRole } from "#service/lab/testing/databases/postgres-programs.ts";
import { until } from "./service-process.ts";

/** Time limit until the primary waits for a new standby, in milliseconds. */
const IN_STEP_MAX_MS = 30_000;
/** The refusal of a server whose log lacks a signed head. */
export const LACKS_A_HEAD = "The log no longer holds block";

interface Member {
  readonly server: PostgresServer;
  readonly data: string;
}

/** A primary and its standby, created and recreated with PostgreSQL's own replication. */
export class ServerPair {
  readonly #folder: string;
  #primary: Member;
  #other: Member;

  private constructor(folder: string, primary: Member, other: Member) {
    this.#folder = folder;
    this.#primary = primary;
    this.#other = other;
  }

  /** Starts both, with additional settings. Commits wait for the standby once `inStep` was called. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<ServerPair> {
    const folder = mkdtempSync(join(tmpdir(), "florin-pair-"));
    // The servers' own user must be able to reach it.
    chmodSync(folder, 0o755);
    const [first, second] = [join(folder, "first"), join(folder, "second")];
    const primary = {
      server: await startPostgres({ dataFolder: first, fsync: true, settings }),
      data: first,
    };
    // `verify --standby` reads which standby commits wait for.
    await asSuperuser(primary.server.superuserUrl, `grant pg_monitor to ${ownerRole}`);
    await copyRunning(primary, second);
    const other = {
      server: await startPostgres({ dataFolder: second, fsync: true, settings }),
      data: second,
    };
    return new ServerPair(folder, primary, other);
  }

  get primary(): PostgresServer {
    return this.#primary.server;
  }

  /** The standby; after a promotion the old primary, in any state. */
  get other(): PostgresServer {
    return this.#other.server;
  }

  /** Lets commits wait for the standby from now on. */
  async inStep(): Promise<void> {
    await this.waitFor(this.primary, "'*'");
    await until(async () => (await this.#ask(SYNCHRONOUS)) === "true", {
      maxMs: IN_STEP_MAX_MS,
      what: () => "the primary does not wait for its standby",
    });
  }

  /** Sets the standbys that a server's commits wait for. */
  async waitFor({ superuserUrl }: PostgresServer, names: string): Promise<void> {
    await asSuperuser(superuserUrl, `alter system set synchronous_standby_names = ${names}`);
    await asSuperuser(superuserUrl, "select pg_reload_conf()");
  }

  /** Promotes the standby, whose commits wait for none until it has a standby of its own. */
  async promote(): Promise<void> {
    [this.#primary, this.#other] = [this.#other, this.#primary];
    await this.waitFor(this.primary, "''");
    await asSuperuser(this.primary.superuserUrl, "select pg_promote()");
  }

  /** Makes a standby of the server that is not the primary, from a new copy. It has to be down. */
  async remake(): Promise<void> {
    rmSync(this.#other.data, { recursive: true, force: true });
    await copyRunning(this.#primary, this.#other.data);
    await this.other.restart();
  }

  async stop(): Promise<void> {
    await Promise.all([this.primary.stop(), this.other.stop()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #ask(text: string): Promise<string> {
    return onlyValue(this.primary, text);
  }
}

const SYNCHRONOUS =
  "select exists (select from pg_stat_replication where sync_state = 'sync')::text as value";

async function onlyValue({ superuserUrl }: PostgresServer, text: string): Promise<string> {
  return connected(superuserUrl, async (client) => {
    const { rows } = await client.query<{ value: string }>(text);
    return rows[0]?.value ?? "";
  });
}

/** Copies a running server as a base backup does, for its standby. */
async function copyRunning({ server, data }: Member, target: string): Promise<void> {
  const { uid, gid } = statSync(data);
  await connected(server.superuserUrl, async (client) => {
    await client.query("select pg_backup_start('florin', true)");
    execFileSync("cp", ["-a", data, target]);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    writeFileSync(join(target, "backup_label"), rows[0]?.labelfile ?? "");
  });
  for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(target, name), { force: true });
  writeFileSync(join(target, "standby.signal"), "");
  for (const name of ["backup_label", "standby.signal"]) chownSync(join(target, name), uid, gid);
  // The last line counts.
  const from = `host=127.0.0.1 port=${server.port} user=postgres`;
  appendFileSync(join(target, "postgresql.auto.conf"), `primary_conninfo = '${from}'\n`);
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
