import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { getSystemErrorMap } from "node:util";

/** The setting that names a place of signed heads. */
export type HeadsSetting = "HEADS_FILE" | "HEADS_DIR";

/** A place of signed heads. */
export interface HeadsPlace {
  readonly setting: HeadsSetting;
  readonly path: string;
}

/** Longest line of a head, in characters. A signed head takes some 300. */
export const HEAD_LINE_BYTES_MAX = 4_096;

const NO_SPACE: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT"]);

/** Signed heads cannot be written to a place. */
export class HeadsPlaceError extends Error {
  override readonly name = "HeadsPlaceError";
  readonly setting: HeadsSetting;
  readonly isFull: boolean;

  constructor({ setting, path }: HeadsPlace, cause: NodeJS.ErrnoException) {
    super(`${setting}: signed heads cannot be written to ${path}: ${reasonOf(cause)}`, { cause });
    this.setting = setting;
    this.isFull = NO_SPACE.has(cause.code);
  }
}

/** Does something at a place. @throws HeadsPlaceError where the file system refuses it; other errors as they are */
export async function at<T>(place: HeadsPlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOfFiles(error) ? new HeadsPlaceError(place, error) : error;
  }
}

/** Writes and removes a file of the size of a head, since a full disk still opens files. */
export async function tryWriting(folder: string): Promise<void> {
  const path = `${folder}/${randomUUID()}.part`;
  try {
    const file = await open(path, "wx");
    try {
      await file.writeFile(Buffer.alloc(HEAD_LINE_BYTES_MAX, " "));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error;

const reasonOf = ({ errno, message }: NodeJS.ErrnoException): string =>
  (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? message;
