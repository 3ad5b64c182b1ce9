import { toHex } from "#domain/kernel/bytes.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import { CHAIN_BEGINNING, type ChainEnd, type ChainPlace } from "../chain-check.ts";
import { BadLog } from "../problem.ts";
import type { Segment } from "./segment.ts";

/** Segments per worker on average: with several, a fast worker takes over from a slow one. */
const SEGMENTS_EACH = 8;
/** Fewest blocks of a segment: a shorter one costs more to begin than it gains. */
export const SEGMENT_BLOCKS_MIN = 64;

/** Follows one segment at a time, in parallel with other workers. */
export interface SegmentWorker {
  /** @throws BadLog or Error when it cannot be followed to its end */
  follow(segment: Segment): Promise<ChainPlace>;
}

interface BorderRow extends Row {
  readonly number: number;
  readonly position: number;
  readonly hash: Uint8Array;
  readonly recordedAt: number | null;
  readonly commandId: string | null;
}

/** The places at the ends of some blocks, as the log records them; missing ones are left out. */
async function placesAt(sql: Sql, logId: number, numbers: readonly number[]): Promise<ChainPlace[]> {
  const places: ChainPlace[] = [];
  for (const number of numbers) {
    const [row] = await sql.query<BorderRow>(
      `select b.number::float8 as number, b.to_position::float8 as position, b.hash,
          e.recorded_at::float8 as "recordedAt", e.command_id as "commandId"
        from blocks b left join events e on e.log_id = b.log_id and e.position = b.to_position
        where b.log_id = $1 and b.number = $2`,
      [logId, number],
    );
    if (row === undefined || row.recordedAt === null || row.commandId === null) continue;
    const { position, recordedAt, commandId, hash } = row;
    places.push({ position, recordedAt, commandId, block: row.number, hash: toHex(hash) });
  }
  return places;
}

/** How to divide a log: for how many workers, and the fewest blocks per segment. */
interface Division {
  readonly logId: number;
  readonly workers: number;
  readonly blocksMin: number;
}

/** The segments of a log, in order; each begins at the recorded end of the previous one. */
export async function segmentsOf(
  sql: Sql,
  { logId, workers, blocksMin }: Division,
): Promise<readonly Segment[]> {
  const [head] = await sql.query<{ block: bigint }>("select block from log_heads where log_id = $1", [logId]);
  const blocks = Number(head?.block ?? 0n);
  const count = Math.max(1, Math.min(workers * SEGMENTS_EACH, Math.floor(blocks / blocksMin)));
  const ends = Array.from({ length: count - 1 }, (_, n) => Math.floor((blocks * (n + 1)) / count));
  const borders = await placesAt(sql, logId, ends);
  return [null, ...borders].map((after, n) => {
    const end = borders[n];
    return { logId, after, through: end === undefined ? null : { position: end.position, block: end.block } };
  });
}

/**
 * Follows the whole chain in segments, several at a time. The chain is right if every segment verifies from its
 * recorded beginning, and the previous one ends exactly there.
 * @returns the end of the chain
 * @throws BadLog or Error at the first problem found, not necessarily the first in the log
 */
export async function followChain(
  segments: readonly Segment[],
  workers: readonly SegmentWorker[],
): Promise<ChainEnd> {
  const ends: ChainPlace[] = [];
  let next = 0;
  let isOver = false;
  const work = async (worker: SegmentWorker): Promise<void> => {
    while (!isOver) {
      const index = next;
      const segment = segments[index];
      if (segment === undefined) return;
      next += 1;
      ends[index] = await worker.follow(segment).catch((error: unknown) => {
        isOver = true;
        throw error;
      });
    }
  };
  await Promise.all(workers.map(work));
  for (const [index, { after }] of segments.entries()) {
    const before = index === 0 ? null : ends[index - 1];
    if (before !== null && !isSamePlace(before, after))
      throw new BadLog(after?.position ?? 0, "Segments do not join.");
  }
  const end = ends[segments.length - 1] ?? CHAIN_BEGINNING;
  return end;
}

const isSamePlace = (one: ChainPlace | undefined, other: ChainPlace | null): boolean =>
  one !== undefined &&
  other !== null &&
  one.position === other.position &&
  one.recordedAt === other.recordedAt &&
  one.commandId === other.commandId &&
  one.block === other.block &&
  one.hash === other.hash;
