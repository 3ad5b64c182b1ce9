import { randomUUID } from "node:crypto";
import { constants, copyFile, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Wait before re-reading the lock, in milliseconds: two processes may both have replaced a stale one. */
const settleMs = 50;

/** Retries when a lock vanishes while it is read. */
const attemptsMax = 5;

/** Fields of `/proc/<pid>/stat` after the command: the state is the first, the start time the twentieth. */
const statStateField = 0;
const statStartField = 19;

/** The error of a file system without hard links. */
const withoutLinkCodes = new Set<unknown>(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Another process has the data folder open. PGlite itself would let both write, and ruin the data. */
export class FolderLockedError extends Error {
  readonly folder: string;
  readonly pid: number;

  constructor(folder: string, holder: LockHolder) {
    const where = holder.host === hostname() ? "" : ` on the machine "${holder.host}"`;
    const way = where === "" ? "" : `; if that is gone, remove ${lockPathOf(folder)}`;
    super(`The data folder ${folder} is in use by process ${holder.pid}${where}${way}`);
    this.name = "FolderLockedError";
    this.folder = folder;
    this.pid = holder.pid;
  }
}

/** The holder of a data folder, as recorded in its lock file. */
export interface LockHolder {
  readonly pid: number;
  /** Start time of that process, in the system's own terms; null where the system does not tell. */
  readonly started: string | null;
  readonly host: string;
  /** Unique for each lock. */
  readonly token: string;
}

export interface FolderLock {
  /** Releases the folder. Does nothing if another process has taken it over. Safe to call twice. */
  release(): Promise<void>;
}

/**
 * Locks a data folder for this process, through a file beside it. A lock whose process is gone, or whose pid now
 * belongs to another process, is taken over at once. Throws `FolderLockedError` when the folder is in use.
 */
export async function acquireFolderLock(folder: string): Promise<FolderLock> {
  const path = lockPathOf(folder);
  await mkdir(dirname(path), { recursive: true });
  const mine: LockHolder = {
    pid: process.pid,
    started: await startOf(process.pid),
    host: hostname(),
    token: randomUUID(),
  };
  const draft = `${path}.${mine.token}`;
  // Written in full before it gets its name, so that no process reads half a lock.
  await writeFile(draft, `${JSON.stringify(mine)}\n`, { flag: "wx", mode: 0o600 });
  try {
    await take(folder, draft, mine);
  } finally {
    await rm(draft, { force: true });
  }
  return { release: () => release(path, mine) };
}

/** The lock lies beside the data folder, since PostgreSQL wants the folder for itself. */
export function lockPathOf(folder: string): string {
  return `${resolve(folder)}.lock`;
}

async function take(folder: string, draft: string, mine: LockHolder): Promise<void> {
  const path = lockPathOf(folder);
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (await linked(draft, path)) return;
    const text = await readLock(path);
    if (text === null) continue;
    const holder = parseHolder(text);
    if (holder !== null && (await isLive(holder))) throw new FolderLockedError(folder, holder);
    if ((await readLock(path)) !== text) continue;
    await rename(draft, path);
    await sleep(settleMs);
    const winner = parseHolder((await readLock(path)) ?? "");
    if (winner?.token === mine.token) return;
    throw new FolderLockedError(folder, winner ?? mine);
  }
  throw new Error(
    `The lock of the data folder ${folder} changed ${attemptsMax} times while it was being taken`,
  );
}

async function release(path: string, mine: LockHolder): Promise<void> {
  const holder = parseHolder((await readLock(path)) ?? "");
  if (holder?.token === mine.token) await rm(path, { force: true });
}

async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!withoutLinkCodes.has(codeOf(error))) throw error;
    return copied(draft, path);
  }
}

// For file systems without hard links. The copy is exclusive too, but empty for a moment.
async function copied(draft: string, path: string): Promise<boolean> {
  try {
    await copyFile(draft, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function readLock(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Reads a lock file. Null for contents that no Florin process writes: such a file protects nothing. */
function parseHolder(text: string): LockHolder | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    const { pid, started, host, token } = value as Partial<Record<keyof LockHolder, unknown>>;
    if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return null;
    if (typeof host !== "string" || typeof token !== "string") return null;
    return { pid, started: typeof started === "string" ? started : null, host, token };
  } catch {
    return null;
  }
}

async function isLive(holder: LockHolder): Promise<boolean> {
  // The state of a process on another machine is unknown, and taking its data folder could ruin it.
  if (holder.host !== hostname()) return true;
  if (!isRunning(holder.pid)) return false;
  const started = await startOf(holder.pid);
  return started === null || holder.started === null || started === holder.started;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return codeOf(error) === "EPERM";
  }
}

// Start times count from the boot, so the boot's id is included. Null without /proc.
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
    // The command, in brackets, may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ended = fields[statStateField] === "Z" ? "ended " : "";
    return `${ended}${boot.trim()} ${fields[statStartField]}`;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
