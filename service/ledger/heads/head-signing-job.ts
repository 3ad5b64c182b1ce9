import type { SignedHead } from "#domain/ledger/receipt.ts";
import { asError } from "#service/db/errors.ts";
import { everySoOften } from "#service/looking-job.ts";
import { HeadsFile } from "./heads-file.ts";
import { HeadsFolder } from "./heads-folder.ts";
import { HeadsPlaceError, type HeadsSetting } from "./heads-place.ts";
import { type HeadOfBlock, logName, type SigningContext, signedHead } from "./signed-heads.ts";

/** Interval between signatures of the newest head, in milliseconds. */
export const KEEP_EVERY_MS = 60_000;

export interface HeadSigningJobOptions extends SigningContext {
  /** The file of heads, one a line, for an operator to copy elsewhere. */
  readonly file: string;
  /** A folder that keeps heads as well, one file each; optional. */
  readonly folder?: string | null;
  /** Calls `work` at an interval until the returned function is called; the timer keeps no process alive. */
  readonly every?: (ms: number, work: () => void) => () => void;
  /** Receives what an operator should know. */
  readonly onTrouble?: (what: string, error: Error) => void;
}

/** Why signed heads are not kept. */
export interface HeadsTrouble {
  /** The place that refuses them; null for another reason. */
  readonly setting: HeadsSetting | null;
  readonly reason: string;
}

/** The log no longer contains a head that was signed and kept: it was restored to an earlier state or rewritten. */
export class LogForkedError extends Error {
  override readonly name = "LogForkedError";

  constructor({ number, to, at }: SignedHead, place: string) {
    super(
      `The log no longer holds block ${number} up to position ${to} as it was signed at ${at}: restore it up to there, or set the heads in ${place} aside if what followed is lost`,
    );
  }
}

/**
 * Signs the newest head each minute and at stop, stores it and adds it to the file. It never signs a log that has lost
 * an earlier head of the file: two histories would then both be signed.
 */
export class HeadSigningJob {
  readonly #options: HeadSigningJobOptions;
  readonly #file: HeadsFile;
  readonly #folder: HeadsFolder | null;
  /** The newest head in the file; undefined until the file was read. */
  #kept: SignedHead | null | undefined;
  /** The block of the newest head in the folder. */
  #inFolder = 0;
  #last: Promise<unknown> = Promise.resolve();
  #stopTimer: (() => void) | null = null;
  #trouble: HeadsTrouble | null = null;

  constructor(options: HeadSigningJobOptions) {
    this.#options = options;
    this.#file = new HeadsFile(options.file);
    const { folder = null } = options;
    this.#folder = folder === null ? null : new HeadsFolder(folder);
  }

  /**
   * Asserts that the log contains the newest kept head, in the file or by any process in the folder, before its
   * contents are relied on.
   * @throws LogForkedError when it does not, for example after the promotion of a standby that was behind
   */
  async assertHeld(): Promise<void> {
    const inFolder = await this.#folder?.newest(logName(this.#options.logId));
    const inFile = await this.#file.newest();
    if (inFile !== null) await this.#assertStillThere(inFile, this.#file);
    if (this.#folder && inFolder) await this.#assertStillThere(inFolder, this.#folder);
  }

  /** Why the newest head was not kept when that was last tried; null if it was. */
  get trouble(): HeadsTrouble | null {
    return this.#trouble;
  }

  /** Asserts that heads can be written wherever they are to be kept. @throws HeadsPlaceError */
  async assertWritable(): Promise<void> {
    await this.#file.assertWritable();
    await this.#folder?.assertWritable();
  }

  /** Begins to keep heads. */
  start(): void {
    const every = this.#options.every ?? everySoOften;
    this.#stopTimer ??= every(KEEP_EVERY_MS, () => void this.#keepQuietly());
  }

  /** Keeps the newest head a last time and ends. */
  async stop(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = null;
    await this.#keepQuietly();
  }

  /**
   * Signs and keeps the newest head now.
   * @returns the head added to the file, or null when the file has the newest one already
   * @throws LogForkedError when the log no longer contains the last head of the file; the folder's error, after the
   * head was added to the file
   */
  keep(): Promise<SignedHead | null> {
    const kept = this.#last.then(() => this.#keep());
    this.#last = kept.then(
      () => this.#keptNow(null),
      (error: unknown) => this.#keptNow(asError(error)),
    );
    return kept;
  }

  #keptNow(error: Error | null): void {
    const setting = error instanceof HeadsPlaceError ? error.setting : null;
    this.#trouble = error === null ? null : { setting, reason: error.message };
  }

  /**
   * The newest kept head, after keeping the present one: the log never goes back behind it.
   * @throws the errors of `keep`
   */
  async kept(): Promise<SignedHead | null> {
    await this.keep();
    return this.#kept ?? null;
  }

  async #keepQuietly(): Promise<void> {
    try {
      await this.keep();
    } catch (error) {
      this.#options.onTrouble?.("the newest head was not kept", asError(error));
    }
  }

  async #keep(): Promise<SignedHead | null> {
    if (this.#kept === undefined) this.#kept = await this.#file.newest();
    const kept = this.#kept;
    const newest = await this.#newestBlock();
    if (kept !== null) await this.#assertStillThere(kept, this.#file);
    if (newest === null) return null;
    if (newest.number === kept?.number) {
      await this.#keepInFolder(kept);
      return null;
    }
    const head = await signedHead(newest, this.#options);
    await this.#file.append(head);
    this.#kept = head;
    await this.#keepInFolder(head);
    return head;
  }

  /** A missing folder does not keep a head from the file: a failed write is retried after a minute. */
  async #keepInFolder(head: SignedHead): Promise<void> {
    if (this.#folder === null || this.#inFolder >= head.number) return;
    await this.#folder.keep(head);
    this.#inFolder = head.number;
  }

  async #newestBlock(): Promise<HeadOfBlock | null> {
    const { sql, logId } = this.#options;
    const [row] = await sql.run<{ block: bigint; position: bigint; hash: Uint8Array }>({
      name: "newest_block",
      text: "select block, position, hash from log_heads where log_id = $1 and block > 0",
      values: [logId],
    });
    if (row === undefined) return null;
    return { number: Number(row.block), to: Number(row.position), hash: row.hash };
  }

  async #assertStillThere(kept: SignedHead, { path }: HeadsFile | HeadsFolder): Promise<void> {
    const { sql, logId } = this.#options;
    const [row] = await sql.run<{ to_position: bigint; hash: Uint8Array }>({
      name: "find_block",
      text: "select to_position, hash from blocks where log_id = $1 and number = $2",
      values: [logId, kept.number],
    });
    const isSame =
      row !== undefined &&
      Number(row.to_position) === kept.to &&
      Buffer.from(row.hash).toString("hex") === kept.hash;
    if (!isSame || kept.log !== logName(logId)) throw new LogForkedError(kept, path);
  }
}
