import { statfs } from "node:fs/promises";
import type { OpenDatabase } from "#service/db/database.ts";
import { migrate } from "#service/db/schema/migrate.ts";
import { ensureServiceRole } from "#service/db/schema/roles.ts";
import type { Writer } from "#service/event-store/writer.ts";
import { projectMigrations } from "#service/lab/testing/databases/project-migrations.ts";
import { insistent } from "../play/insistent.ts";
import { Bettors } from "../play/players.ts";
import { withDb, withWriter } from "../play/with-writer.ts";
import { populate } from "../template.ts";
import { type Making, progressLine, roomProblem } from "./estimate.ts";
import { asService } from "./kept-logs.ts";

/** Enough callers to fill both batches in flight, and the next. */
const CALLERS = 2_048;
const LOOK_EVERY_MS = 5_000;

/** The disk cannot hold the requested log. */
export class NoRoomError extends Error {
  override readonly name = "NoRoomError";
}

/** A log to be made. */
export interface LogToMake {
  /** Fewest events: bets under way at that length are added. */
  readonly events: number;
  /** The folder on whose disk it is stored. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/**
 * Fills an empty database with a log of house flips of thousands of players. The saturated writer appends them: a path
 * past its queue reached less than twice its rate, since a bet costs its decision and its rows.
 * @param owner of the database
 * @throws NoRoomError
 */
export async function makeLog(
  owner: OpenDatabase,
  { url, ...log }: LogToMake & { readonly url: string },
): Promise<{ readonly rate: number; readonly bytesPerEvent: number }> {
  await ensureServiceRole(owner);
  await migrate(owner, await projectMigrations());
  return withDb(asService(url), async (db) => {
    await populate(db);
    const { made, seconds, bytes } = await withWriter({ db }, (writer) => betUntil(writer, owner, log));
    log.say("  gathers the planner's figures");
    await owner.query("vacuum analyze");
    return { rate: made / seconds, bytesPerEvent: bytes / made };
  });
}

async function betUntil(writer: Writer, owner: OpenDatabase, log: LogToMake): Promise<Making> {
  const watch = await Watch.begin(writer, owner, log);
  const bettors = new Bettors(insistent(writer));
  let problem: unknown = null;
  const look = async (): Promise<void> => {
    await watch.look().catch((error: unknown) => {
      problem ??= error;
    });
  };
  await look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  const lane = async (): Promise<void> => {
    while (problem === null && writer.head.position < log.events) await bettors.bet();
  };
  try {
    await Promise.all(Array.from({ length: CALLERS }, lane));
  } finally {
    clearInterval(timer);
  }
  if (problem !== null) throw problem;
  return watch.now();
}

/** Reports the progress of a log, and stops it before the disk is full. */
class Watch {
  readonly #writer: Writer;
  readonly #owner: OpenDatabase;
  readonly #log: LogToMake;
  readonly #began = performance.now();
  readonly #firstPosition: number;
  readonly #firstBytes: number;

  private constructor(writer: Writer, owner: OpenDatabase, log: LogToMake & { readonly bytes: number }) {
    this.#writer = writer;
    this.#owner = owner;
    this.#log = log;
    this.#firstPosition = writer.head.position;
    this.#firstBytes = log.bytes;
  }

  static async begin(writer: Writer, owner: OpenDatabase, log: LogToMake): Promise<Watch> {
    return new Watch(writer, owner, { ...log, bytes: await sizeOf(owner) });
  }

  async now(): Promise<Making> {
    const { bavail, bsize } = await statfs(this.#log.folder);
    const bytes = (await sizeOf(this.#owner)) - this.#firstBytes;
    return {
      made: this.#writer.head.position - this.#firstPosition,
      due: this.#log.events - this.#firstPosition,
      seconds: (performance.now() - this.#began) / 1_000,
      bytes,
      freeBytes: bavail * bsize,
    };
  }

  /** @throws NoRoomError */
  async look(): Promise<void> {
    const making = await this.now();
    const problem = roomProblem(making);
    if (problem !== null) throw new NoRoomError(problem);
    if (making.made > 0) this.#log.say(`  ${progressLine(making)}`);
  }
}

async function sizeOf(db: OpenDatabase): Promise<number> {
  const [row] = await db.query<{ bytes: bigint }>("select pg_database_size(current_database()) as bytes");
  return Number(row?.bytes);
}
