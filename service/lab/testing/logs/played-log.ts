import type { Side } from "#domain/fairness/st1.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { logModel } from "#service/features/log-model.ts";
import type { TestEngine } from "#service/lab/testing/engines.ts";
import { TamperedLog } from "#service/lab/testing/logs/tampered-log.ts";
import { createWorld, worldSigner } from "#service/lab/testing/world.ts";
import { HeadSigningJob } from "#service/ledger/heads/head-signing-job.ts";
import { readHeads } from "#service/ledger/heads/heads-file.ts";
import type { Problem } from "#service/ledger/verifier/problem.ts";
import { type VerifyReport, verifyLog } from "#service/ledger/verify.ts";

/** A block's place in the original log. */
export interface BlockPlace {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** A small log of two players with a signed head for every awaited command, ready to be tampered with. */
export class PlayedLog {
  readonly db: OpenDatabase;
  readonly tampered: TamperedLog;
  /** Signed heads of the original log, as an operator keeps them elsewhere. */
  readonly headsFile: string;
  readonly alice = "p_alice";
  readonly bob = "p_bob";
  /** Positions of three flips of RBX by alice: in an early block of many, in a later one, and the newest. */
  readonly flips: readonly [number, number, number];
  /** The last position. */
  readonly newest: number;

  constructor(made: Pick<PlayedLog, "db" | "tampered" | "headsFile" | "flips" | "newest">) {
    this.db = made.db;
    this.tampered = made.tampered;
    this.headsFile = made.headsFile;
    this.flips = made.flips;
    this.newest = made.newest;
  }

  /** @param heads a file of heads kept elsewhere */
  verify(heads?: string): Promise<VerifyReport> {
    const { keys } = worldSigner.publicKeys();
    return verifyLog(this.db, {
      model: logModel,
      keys,
      ...(heads === undefined ? {} : { heads: readHeads(heads) }),
    });
  }

  /** The problem that a verification finds. @throws when it finds none */
  async problem(heads?: string): Promise<Problem> {
    const report = await this.verify(heads);
    if (report.ok) throw new Error("Nothing was found to be wrong");
    return report.problem;
  }

  /** The block of a position in the original log. */
  async blockAt(position: number): Promise<BlockPlace> {
    const [row] = await this.db.query<{ number: bigint; first: bigint; last: bigint }>(
      `select number, from_position as first, to_position as last from untouched.blocks
       where to_position >= $1 order by to_position limit 1`,
      [position],
    );
    return { number: Number(row?.number), from: Number(row?.first), to: Number(row?.last) };
  }

  /** The position of the first event of a type on a player's stream. */
  async firstOf(type: string, playerId: string): Promise<number> {
    const [row] = await this.db.query<{ first: bigint | null }>(
      "select min(position) as first from untouched.events where type = $1 and stream = $2",
      [type, `player:${playerId}`],
    );
    return Number(row?.first);
  }
}

/** Plays the log: registrations, rounds of five flips at once, a rotation. */
export async function playLog(engine: TestEngine, headsFile: string): Promise<PlayedLog> {
  const world = await createWorld(engine, { seed: `played on ${engine.name}` });
  const { db } = world;
  const signing = { sql: db, logId: LOG_ID, signer: worldSigner, now: () => world.now };
  const job = new HeadSigningJob({ ...signing, file: headsFile });
  const kept = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    await job.keep();
    return result;
  };
  const alice = await kept(world.register("alice"));
  const bob = await kept(world.register("bob"));
  const round = (side: Side) => {
    const players = [alice, bob, bob, alice, bob];
    return kept(Promise.all(players.map((player) => world.flip(player, side, "1.00"))));
  };
  await round("rbx");
  await kept(world.rotate(bob, "bobs-own-seed"));
  for (const side of ["tix", "rbx", "rbx"] as const) await round(side);
  const newest = world.writer.head.position;
  await world.stop();
  if (world.troubles.length > 0) throw new Error(world.troubles.join("; "));
  const rows = await db.query<{ position: bigint }>(
    `select position from events where type = 'CoinFlipped' and assets[1] = 'RBX' and stream = $1 order by position`,
    [`player:${alice}`],
  );
  const [first = 0, , third = 0, , , last = 0] = rows.map(({ position }) => Number(position));
  return new PlayedLog({
    db,
    headsFile,
    newest,
    flips: [first, third, last],
    tampered: await TamperedLog.of(db),
  });
}
