import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { link, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { HeadsFileError, parsedHead, writeHead } from "./heads-file.ts";
import { at, tryWriting } from "./heads-place.ts";

/** Heads of one month, in UTC, share a folder: some 44,600 at most, one a minute. */
const MONTH = /^\d{4}-\d{2}$/;
const HEAD_FILE = /^\d+-\d{15}-[A-Za-z0-9_-]{1,32}\.json$/;
const NUMBER_DIGITS = 15;

const isHeadOf = (log: string, name: string): boolean => name.startsWith(`${log}-`) && HEAD_FILE.test(name);

/** A folder of signed heads, one write-once file each, which processes may share or an object store may back. */
export class HeadsFolder {
  readonly setting = "HEADS_DIR";
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * The newest head of a log in the folder, whichever process kept it; null without one.
   * @throws HeadsFileError when its file is invalid; HeadsPlaceError
   */
  newest(log: string): Promise<SignedHead | null> {
    return at(this, () => this.#newest(log));
  }

  /**
   * Keeps a head, and waits until it is on disk; an existing file of the same head stays as it is.
   * @throws HeadsFileError when another head of that block is there: another process keeps a different history;
   * HeadsPlaceError
   */
  keep(head: SignedHead): Promise<void> {
    return at(this, () => this.#keep(head));
  }

  /** Asserts that heads can be added. @throws HeadsPlaceError */
  assertWritable(): Promise<void> {
    return at(this, () => tryWriting(this.path));
  }

  async #newest(log: string): Promise<SignedHead | null> {
    const months = namesIn(this.path).filter((name) => MONTH.test(name));
    for (const month of months.sort().reverse()) {
      const heads = namesIn(join(this.path, month)).filter((name) => isHeadOf(log, name));
      const last = heads.sort().at(-1);
      if (last === undefined) continue;
      const path = join(this.path, month, last);
      const head = parsedHead(await readFile(path, "utf8"));
      if (head === null) throw new HeadsFileError(`${path}: this is not a signed head`);
      return head;
    }
    return null;
  }

  async #keep(head: SignedHead): Promise<void> {
    const month = join(this.path, head.at.slice(0, "2026-01".length));
    // The folder itself is never made: where nothing is mounted, heads would be kept on this machine's own disk.
    await mkdir(month).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    const path = join(
      month,
      `${head.log}-${String(head.number).padStart(NUMBER_DIGITS, "0")}-${head.keyId}.json`,
    );
    // Processes in containers of their own may have the same id.
    const part = `${path}.${randomUUID()}.part`;
    try {
      await writeHead(part, head);
      await link(part, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const kept = parsedHead(await readFile(path, "utf8"));
      if (kept?.hash !== head.hash || kept.to !== head.to)
        throw new HeadsFileError(`${path}: this is the head of another history than this process writes`);
    } finally {
      await rm(part, { force: true });
    }
  }
}

/** The names in a folder; none if it does not exist. */
const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);

/**
 * The heads of a log in a folder as of the call, month by month; logs may share a folder.
 * @throws HeadsFileError at an invalid one
 */
export function headsInFolder(path: string, log: string): AsyncGenerator<SignedHead> {
  const months = readdirSync(path)
    .filter((name) => MONTH.test(name))
    .sort();
  const files = months.flatMap((month) =>
    readdirSync(join(path, month))
      .filter((name) => isHeadOf(log, name))
      .sort()
      .map((name) => join(path, month, name)),
  );
  return headsOf(files);
}

async function* headsOf(files: readonly string[]): AsyncGenerator<SignedHead> {
  for (const file of files) {
    const head = parsedHead(await readFile(file, "utf8"));
    if (head === null) throw new HeadsFileError(`${file}: this is not a signed head`);
    yield head;
  }
}
