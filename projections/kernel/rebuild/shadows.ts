import type { ProjectionCursor, Statements } from "../advance.ts";
import { insertGenerations, lockGenerations, makeNextGenerations } from "../checkpoints.ts";
import type { Projection } from "../projection.ts";
import { arrayLiteral, type Database, type Row, type Sql, tookTooLong } from "../sql.ts";
import { takeStep } from "../step.ts";
import {
  createEmptyIndexes,
  createIndexes,
  dropTables,
  physicalTables,
  type TableFilter,
  tablesWithPages,
} from "../tables.ts";

/** A generation being built beside the active one. Only its maker knows of it. */
export interface Shadow extends ProjectionCursor {
  /** Its position once the open transaction commits; if that fails, the shadow is useless. */
  position: number;
}

/** What building a shadow needs. */
export interface ShadowWorld {
  readonly db: Database;
  readonly statements: Statements;
  readonly logId: number;
  /** Unique to this maker. */
  readonly owner: string;
  /** Called with the progress. */
  readonly onProgress?: (position: number, head: number) => void;
}

/** Events of one step while building. PGlite blocks the whole process while it works, so there a step is short. */
const BUILD_EVENTS_MAX = { postgres: 250_000, pglite: 1_000 } as const;
const BUILD_EVENTS_MIN = 1_000;
/** How much shorter the next step is after one that took too long. */
const BUILD_NARROWING = 10;

/** Makes empty tables for a further generation of each projection, at the beginning of the log. */
export async function createShadows(
  { db, logId, owner }: ShadowWorld,
  projections: readonly Projection[],
): Promise<Shadow[]> {
  return db.transaction(async (tx) => {
    await lockGenerations(tx);
    const made = await makeNextGenerations(tx, projections, { indexes: false });
    const cursors = await insertGenerations(tx, made, { logId, active: false, owner });
    return cursors.map((cursor) => ({ ...cursor, position: 0 }));
  });
}

/**
 * Builds shadows from the beginning of the log to its head, or to a position that `limit` gives and that may rise
 * meanwhile. Indexes come last: filling a table without them takes half the time.
 */
export async function buildShadows(
  world: ShadowWorld,
  shadows: readonly Shadow[],
  limit: () => Promise<number>,
): Promise<void> {
  const lanes = lanesOf(world, shadows);
  const onProgress = (_: number, goal: number): void =>
    world.onProgress?.(Math.min(...shadows.map(({ position }) => position)), goal);
  const results = await Promise.allSettled(
    lanes.map((lane) => buildLane({ ...world, onProgress }, lane, limit)),
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/**
 * The parallel lanes. Projections with a row for every event take as long as all others together. More lanes would be
 * slower, because each reads and decodes the log again. PGlite does one thing at a time anyway.
 */
function lanesOf({ db }: ShadowWorld, shadows: readonly Shadow[]): readonly (readonly Shadow[])[] {
  if (db.engine === "pglite") return [shadows];
  const heavy = shadows.filter(({ projection }) => projection.keepsEveryEvent === true);
  const light = shadows.filter((shadow) => !heavy.includes(shadow));
  return [heavy, light].filter((lane) => lane.length > 0);
}

async function buildLane(
  world: ShadowWorld,
  lane: readonly Shadow[],
  limit: () => Promise<number>,
): Promise<void> {
  await followTo(world, lane, limit);
  await indexShadows(world, lane);
  await followTo(world, lane, limit);
}

/** Makes the indexes and keys that shadows lacked while being filled. Most have tables that stay empty. */
async function indexShadows(world: ShadowWorld, shadows: readonly Shadow[]): Promise<void> {
  const tables = shadows.flatMap(({ projection, generation }) => physicalTables(projection, generation));
  const filled = await tablesWithPages(world.db, tables);
  const isFilled: TableFilter = (table) => filled.has(table);
  await withoutDisk(world, (tx) => createEmptyIndexes(tx, shadows, (table) => !isFilled(table)));
  for (const shadow of shadows) {
    if (physicalTables(shadow.projection, shadow.generation).some(isFilled))
      await withoutDisk(world, (tx) => createIndexes(tx, shadow, isFilled));
  }
}

/**
 * Works on shadows without waiting for the disk, like their steps: a shadow left by a crash is dropped, and activating
 * one commits later, and waits.
 */
async function withoutDisk({ db }: ShadowWorld, work: (tx: Sql) => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query("select set_config('synchronous_commit', 'off', true)");
    await work(tx);
  });
}

/** Moves shadows that stand at one position on to the limit. */
async function followTo(
  world: ShadowWorld,
  shadows: readonly Shadow[],
  limit: () => Promise<number>,
): Promise<void> {
  const [first] = shadows;
  if (first === undefined) return;
  let size: number = BUILD_EVENTS_MAX[world.db.engine];
  for (;;) {
    const goal = await limit();
    world.onProgress?.(first.position, goal);
    if (goal <= first.position) return;
    try {
      const isDone = await followOnce(world, shadows, Math.min(goal, first.position + size));
      if (isDone) return;
    } catch (error) {
      // A step that was too long for the time limit of a statement is tried again with fewer events.
      if (size <= BUILD_EVENTS_MIN || !tookTooLong(error)) throw error;
      size = Math.ceil(size / BUILD_NARROWING);
    }
  }
}

/** Takes one step. @returns whether the log ends here */
async function followOnce(
  { db, logId, statements }: ShadowWorld,
  shadows: readonly Shadow[],
  limit: number,
): Promise<boolean> {
  const from = shadows[0]?.position ?? 0;
  const outcome = await takeStep(db, { cursors: shadows, step: { logId, from, limit } }, statements);
  if (outcome.kind === "refused") throw new ShadowTakenError(shadows);
  if (outcome.kind === "moved") for (const shadow of shadows) shadow.position = outcome.upTo;
  return outcome.kind === "idle";
}

/** Drops shadows and everything known of them. */
export async function dropShadows({ db }: ShadowWorld, shadows: readonly Shadow[]): Promise<void> {
  await db.transaction((tx) =>
    dropGenerations(
      tx,
      shadows.map(({ projection: { name }, generation }) => ({ name, generation })),
    ),
  );
}

/** Retired tables stay this long, for other processes that do not know the new names yet. */
const GRACE_MS = 60_000;
/** A shadow whose maker has been silent for this long is left over from a crash. */
const ABANDONED_MS = 3_600_000;
/** Dropping a table must not queue others behind a long reader. */
const DROP_LOCK_TIMEOUT_MS = 500;

interface LeftOverRow extends Row {
  readonly name: string;
  readonly generation: number;
}

/** Drops the generations that nobody needs any more; those that somebody still reads wait for the next time. */
export async function dropLeftOvers(db: Database, graceMs: number = GRACE_MS): Promise<void> {
  const leftOvers = await db.query<LeftOverRow>(
    `select name, generation from projections where not active
      and (retired_at < clock_timestamp() - $1::bigint * interval '1 millisecond'
        or (retired_at is null and coalesce(lease_until, moved_at) < clock_timestamp() - $2::bigint * interval '1 millisecond'))`,
    [graceMs, ABANDONED_MS],
  );
  for (const leftOver of leftOvers) {
    await db.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = ${DROP_LOCK_TIMEOUT_MS}`);
      await dropGenerations(tx, [leftOver]);
    });
  }
}

async function dropGenerations(
  tx: Sql,
  generations: readonly { readonly name: string; readonly generation: number }[],
): Promise<void> {
  const rows = await tx.query<{ tables: readonly string[] }>(
    `delete from projections p using unnest($1::text[], $2::int[]) as g(name, generation)
      where p.name = g.name and p.generation = g.generation and not active returning tables`,
    [
      arrayLiteral(generations.map(({ name }) => name)),
      arrayLiteral(generations.map(({ generation }) => generation)),
    ],
  );
  await dropTables(
    tx,
    rows.flatMap(({ tables }) => tables),
  );
}

/** Somebody else moved a shadow's checkpoint: it was taken for a leftover, or the database was changed. */
class ShadowTakenError extends Error {
  override readonly name = "ShadowTakenError";

  constructor(shadows: readonly Shadow[]) {
    super(`The shadow of ${shadows.map(({ projection }) => projection.name).join(", ")} is gone`);
  }
}

/** The least position at which the generations that answer questions stand; the head where there are none. */
export async function livePosition(
  { db, logId }: ShadowWorld,
  projections: readonly Projection[],
): Promise<number> {
  const [row] = await db.query<{ least: bigint }>(
    `select coalesce(
        (select min(position) from projections where active and name = any ($2::text[])), position) as least
      from log_heads where log_id = $1`,
    [logId, arrayLiteral(projections.map(({ name }) => name))],
  );
  return Number(row?.least ?? 0n);
}

/** The newest position of the log. */
export async function headPosition(sql: Sql, logId: number): Promise<number> {
  const [row] = await sql.query<{ position: bigint }>("select position from log_heads where log_id = $1", [
    logId,
  ]);
  return Number(row?.position ?? 0n);
}
