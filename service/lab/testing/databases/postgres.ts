import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, fstatSync, openSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asError } from "#service/db/errors.ts";
import { freePorts } from "#service/lab/testing/databases/free-ports.ts";
import {
  type Account,
  ownerRole,
  type PostgresPrograms,
  postgresPrograms,
  runAs,
} from "#service/lab/testing/databases/postgres-programs.ts";
import { SuperuserSession } from "#service/lab/testing/databases/superuser.ts";

/**
 * Time limit for the server's start, in milliseconds. After a crash it first syncs each file of its data folder, which
 * takes half a minute with a dozen databases on a busy disk.
 */
const startTimeoutMs = 180_000;
/** Time limit for its end, and the interval of looking at either, in milliseconds. */
const stopTimeoutMs = 10_000;
const pollMs = 5;

/** Attempts to start: the port may be taken in the meantime, or old server processes may still be ending. */
const startAttemptsMax = 40;
const startAgainMs = 250;

/**
 * Log messages after which another start may succeed: another process has the port, or our own old processes have the
 * data.
 */
const mayPassPattern = /already in use|still in use|lock file/;

/** Characters of the server's log that an error shows. */
const logTailLength = 2_000;

/** The line of `postmaster.pid` that says whether the server takes connections. */
const statusLine = 7;

export interface PostgresServerOptions {
  /**
   * A folder that is kept when the server stops. Without it one is made, and removed at the end. The server's own user
   * must be able to reach it: folders of `mkdtemp` are closed to others.
   */
  readonly dataFolder?: string;
  /** On makes every commit wait for the disk, as in production. Off by default. */
  readonly fsync?: boolean;
  /** Additional settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A PostgreSQL of our own on this machine. It ends with the process that started it, however that ends. */
export interface PostgresServer {
  readonly port: number;
  /** The database `postgres`, as the role that owns the databases created here. */
  readonly url: string;
  /** The same by the server's Unix socket, as a service on the same machine connects. */
  readonly socketUrl: string;
  readonly superuserUrl: string;
  /** The server's log file. */
  readonly logFile: string;
  /** The process id of the postmaster. Throws while the server is not running. */
  pid(): number;
  stop(): Promise<void>;
  /** Kills the postmaster, as a crash would. Its other processes notice and end by themselves. */
  kill9Postmaster(): Promise<void>;
  /** Restarts the server on the same port and data, stopping it first if necessary. */
  restart(): Promise<void>;
  /** Creates a database owned by the ordinary role, and returns its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Drops a database and its connections. */
  dropDatabase(name: string): Promise<void>;
}

/** Starts a real PostgreSQL. Throws, with the end of the server's log, when it does not come up. */
export async function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const programs = await postgresPrograms();
  const folder = await mkdtemp(join(options.fsync === true ? tmpdir() : await fastFolder(), "florin-pg-"));
  await chmod(folder, 0o755);
  giveTo(programs.account, folder);
  const data = options.dataFolder ?? join(folder, "data");
  const server = new LocalPostgres(programs, options, { folder, data });
  try {
    if (!existsSync(join(data, "PG_VERSION"))) await copyTemplate(programs, data);
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** Where Linux keeps files in memory, and the space that a run of tests may need there, in bytes. */
const memoryFolder = "/dev/shm";
const memoryRoom = 4 * 2 ** 30;

/** A folder for short-lived data, in memory if possible: a database has hundreds of files, slow to create on disk. */
async function fastFolder(): Promise<string> {
  const room = await statfs(memoryFolder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= memoryRoom ? memoryFolder : tmpdir();
}

/** Creates a database as `PostgresServer.createDatabase` does, for a process that only knows the server's URL. */
export function createDatabase(superuserUrl: string, name: string, template?: string): Promise<string> {
  return withSuperuser(superuserUrl, (session) => session.createDatabase(name, template));
}

/** Drops a database and its connections. */
export function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  return withSuperuser(superuserUrl, (session) => session.dropDatabase(name));
}

/** Runs one statement on the server's own database as its superuser. */
export function asSuperuser(superuserUrl: string, text: string): Promise<void> {
  return withSuperuser(superuserUrl, (session) => session.run(text));
}

async function withSuperuser<T>(url: string, work: (session: SuperuserSession) => Promise<T>): Promise<T> {
  const session = new SuperuserSession(url);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

interface Folders {
  readonly folder: string;
  readonly data: string;
}

class LocalPostgres implements PostgresServer {
  readonly logFile: string;
  readonly #programs: PostgresPrograms;
  readonly #options: PostgresServerOptions;
  readonly #folders: Folders;
  #port = 0;
  #child: ChildProcess | null = null;
  #watchdog: ChildProcess | null = null;

  constructor(programs: PostgresPrograms, options: PostgresServerOptions, folders: Folders) {
    this.#programs = programs;
    this.#options = options;
    this.#folders = folders;
    this.logFile = join(folders.folder, "server.log");
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `postgres://${ownerRole}@127.0.0.1:${this.#port}/postgres`;
  }

  get socketUrl(): string {
    return `${this.url}?host=${encodeURIComponent(this.#folders.folder)}`;
  }

  get superuserUrl(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`;
  }

  pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error("The server is not running");
    return pid;
  }

  async start(): Promise<void> {
    this.#watchdog ??= startWatchdog(
      this.#programs.account,
      this.#folders,
      this.#options.dataFolder === undefined,
    );
    let failure: Error | null = null;
    for (let attempt = 0; attempt < startAttemptsMax; attempt += 1) {
      if (attempt > 0) await sleep(startAgainMs);
      const port = this.#port === 0 ? await freePorts(1) : this.#port;
      try {
        await this.#startOn(port);
        this.#port = port;
        return;
      } catch (error) {
        failure = asError(error);
        if (!mayPassPattern.test(failure.message)) break;
      }
    }
    throw failure ?? new Error("The server was not started");
  }

  async stop(): Promise<void> {
    // A fast shutdown keeps a data folder clean; a temporary one needs no checkpoint.
    await this.#end(this.#options.dataFolder === undefined ? "SIGQUIT" : "SIGINT");
    await rm(this.#folders.folder, { recursive: true, force: true });
    this.#watchdog?.kill("SIGKILL");
    this.#watchdog = null;
  }

  async kill9Postmaster(): Promise<void> {
    this.pid();
    await this.#end("SIGKILL");
  }

  async restart(): Promise<void> {
    await this.#end("SIGINT");
    await this.start();
  }

  createDatabase(name: string, template?: string): Promise<string> {
    return createDatabase(this.superuserUrl, name, template);
  }

  dropDatabase(name: string): Promise<void> {
    return dropDatabase(this.superuserUrl, name);
  }

  async #startOn(port: number): Promise<void> {
    const log = openSync(this.logFile, "a");
    const logStart = fstatSync(log).size;
    const child = spawn(this.#programs.postgres, ["-D", this.#folders.data, ...this.#settings(port)], {
      ...this.#programs.account,
      cwd: "/",
      detached: true,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    child.unref();
    const giveUpAt = performance.now() + startTimeoutMs;
    let failure: Error | null = null;
    child.on("error", (error) => {
      failure = error;
    });
    while (!(await this.#isReady(child))) {
      if (failure !== null) throw failure;
      if (child.exitCode !== null || performance.now() > giveUpAt) {
        child.kill("SIGKILL");
        throw new Error(`PostgreSQL did not start:\n${await this.#logSince(logStart)}`);
      }
      await sleep(pollMs);
    }
    this.#child = child;
  }

  #settings(port: number): string[] {
    const settings: Record<string, string> = {
      port: String(port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: this.#folders.folder,
      timezone: "UTC",
      log_timezone: "UTC",
      ...(this.#options.fsync === true ? {} : { fsync: "off", full_page_writes: "off" }),
      ...this.#options.settings,
    };
    return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  }

  async #isReady(child: ChildProcess): Promise<boolean> {
    const text = await readFile(join(this.#folders.data, "postmaster.pid"), "utf8").catch(() => "");
    const lines = text.split("\n");
    return Number(lines[0]) === child.pid && lines[statusLine]?.trim() === "ready";
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.ref();
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
    await ended;
    clearTimeout(timer);
  }

  async #logSince(start: number): Promise<string> {
    const bytes = await readFile(this.logFile).catch(() => Buffer.alloc(0));
    return bytes.subarray(start).toString("utf8").slice(-logTailLength);
  }
}

// Ends the server and removes its folder when this process ends: its end of the pipe closes, whatever the cause.
function startWatchdog(
  account: Account | null,
  { folder, data }: Folders,
  removeData: boolean,
): ChildProcess {
  const stop = `while read -r _; do :; done; kill -QUIT "$(head -n 1 "$1/postmaster.pid")" 2>/dev/null`;
  const script = removeData ? `${stop}; sleep 1; rm -rf "$2"` : stop;
  const watchdog = spawn("/bin/sh", ["-c", script, "florin-postgres-watchdog", data, folder], {
    ...account,
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watchdog.unref();
  if (watchdog.stdin !== null && "unref" in watchdog.stdin)
    (watchdog.stdin as unknown as { unref(): void }).unref();
  return watchdog;
}

async function copyTemplate(programs: PostgresPrograms, data: string): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  giveTo(programs.account, data);
  await runAs(programs.account, "cp", ["-R", `${programs.template}/.`, data]);
  await chmod(data, 0o700);
}

function giveTo(account: Account | null, folder: string): void {
  if (account !== null) execFileSync("chown", [`${account.uid}:${account.gid}`, folder]);
}
