import { createReadStream, statSync } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { jsonOf } from "#domain/kernel/json.ts";
import { receiptSchema } from "#domain/ledger/proof.ts";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { at, HEAD_LINE_BYTES_MAX, HeadsPlaceError, tryWriting } from "./heads-place.ts";

const headSchema = receiptSchema.shape.head;

const NEWLINE = 0x0a;

/** A line of a file of heads that is not a signed head. */
export class HeadsFileError extends Error {
  override readonly name = "HeadsFileError";
}

/** A head as a line of the file: JSON with its fields in the order of the format, and a newline. */
export function headLine({ log, number, to, hash, at, signature, keyId }: SignedHead): string {
  return `${JSON.stringify({ log, number, to, hash, at, signature, keyId })}\n`;
}

/** The append-only file of signed heads; each line is on disk before `append` resolves. */
export class HeadsFile {
  readonly setting = "HEADS_FILE";
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * The newest head in the file, or null when it has none. An incomplete last line, left by a crash or a full disk, is
   * cut off, so that the next head gets a line of its own.
   * @throws HeadsFileError when the last whole line is not a signed head; HeadsPlaceError
   */
  newest(): Promise<SignedHead | null> {
    return this.#opened(async (file, end) => {
      if (end === 0) return null;
      const from = Math.max(0, end - HEAD_LINE_BYTES_MAX);
      const tail = await readRange(file, from, end);
      const line = tail.subarray(0, -1);
      return headOf(line.subarray(line.lastIndexOf(NEWLINE) + 1).toString("utf8"), `${this.path}, last line`);
    });
  }

  /** Adds a head, and waits until it is on disk. @throws HeadsFileError, HeadsPlaceError */
  append(head: SignedHead): Promise<void> {
    return this.#opened(async (file) => {
      await file.writeFile(headLine(head));
      await file.sync();
      await syncFolder(dirname(this.path));
    });
  }

  /** Asserts that heads can be added. @throws HeadsPlaceError */
  async assertWritable(): Promise<void> {
    await at(this, async () => {
      await (await this.#open()).close();
      await syncFolder(dirname(this.path));
    });
    // Only the file has to be open to this user: its folder may take no others.
    await at(this, () => tryWriting(dirname(this.path))).catch((error: unknown) => {
      if (error instanceof HeadsPlaceError && error.isFull) throw error;
    });
  }

  /** Opens the file and cuts an incomplete last line off. */
  #opened<T>(work: (file: FileHandle, end: number) => Promise<T>): Promise<T> {
    return at(this, async () => {
      const file = await this.#open();
      try {
        const { size } = await file.stat();
        const end = await endOfLastLine(file, size);
        if (end < size) await file.truncate(end);
        return await work(file, end);
      } finally {
        await file.close();
      }
    });
  }

  async #open(): Promise<FileHandle> {
    await mkdir(dirname(this.path), { recursive: true });
    return open(this.path, "a+");
  }
}

/** Writes a new file with a head, and waits until it is on disk. */
export async function writeHead(path: string, head: SignedHead): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(headLine(head));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function endOfLastLine(file: FileHandle, size: number): Promise<number> {
  const from = Math.max(0, size - HEAD_LINE_BYTES_MAX);
  const tail = await readRange(file, from, size);
  const last = tail.lastIndexOf(NEWLINE);
  if (last >= 0) return from + last + 1;
  if (from > 0) throw new HeadsFileError("The file of heads ends in something that is not a line of it");
  return 0;
}

async function readRange(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
  return buffer.subarray(0, bytesRead);
}

// After a power cut, a new file is found only if its folder is on disk too.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function headOf(line: string, where: string): SignedHead {
  const head = parsedHead(line);
  if (head === null) throw new HeadsFileError(`${where}: this is not a signed head`);
  return head;
}

/** A head from a line or a file of its own; null for anything else. */
export const parsedHead = (line: string): SignedHead | null =>
  headSchema.safeParse(jsonOf(line)).data ?? null;

/**
 * Reads a file of signed heads line by line and skips empty lines. Text after the last newline counts only if it is a
 * head: the file may be read while it is being written. Heads added after the call are not read: a log read from now on
 * may not contain them.
 * @throws HeadsFileError at the first whole line that is not a signed head
 */
export function readHeads(path: string): AsyncGenerator<SignedHead> {
  return headsWithin(path, statSync(path).size);
}

async function* headsWithin(path: string, size: number): AsyncGenerator<SignedHead> {
  const { end, rest } = await endOf(path, size);
  if (end > 0) {
    const input = createReadStream(path, { end: end - 1 });
    let number = 0;
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (line !== "") yield headOf(line, `${path}, line ${number}`);
    }
  }
  const last = parsedHead(rest);
  if (last !== null) yield last;
}

async function endOf(path: string, size: number): Promise<{ readonly end: number; readonly rest: string }> {
  const file = await open(path, "r");
  try {
    const end = await endOfLastLine(file, size);
    return { end, rest: (await readRange(file, end, size)).toString("utf8") };
  } finally {
    await file.close();
  }
}
