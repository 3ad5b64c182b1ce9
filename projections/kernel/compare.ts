import { invariant } from "#domain/kernel/invariant.ts";
import { advance } from "./advance.ts";
import { combinedDigest, digestOf, type TableDigest } from "./digest.ts";
import { upcastOlder } from "./older-events.ts";
import type { Projection } from "./projection.ts";
import { BUILD_EVENTS_MAX, type Shadow, type ShadowWorld } from "./shadows.ts";
import { inSnapshot } from "./snapshot.ts";
import type { Row, Sql } from "./sql.ts";
import { tableNames } from "./tables.ts";

/** What a read model holds and what the log says it should hold, both as of one position. */
export interface Comparison {
  readonly name: string;
  readonly version: number;
  readonly position: number;
  /** Null where there is nothing to compare with: not built yet, or built by another version. */
  readonly live: string | null;
  readonly rebuilt: string;
  readonly rows: number;
}

/** Whether a comparison found a difference. */
export const differs = ({ live, rebuilt }: Comparison): boolean => live !== null && live !== rebuilt;

interface LiveRow extends Row {
  readonly generation: number;
  readonly version: number;
  readonly position: bigint;
}

/**
 * Compares shadows with the generations that answer questions, each pair at the position of the latter, in one
 * snapshot. The shadow goes up to that position inside the snapshot, where the live checkpoint cannot move: so both
 * stand still for as long as the digests take, while outside nobody is held up, and nothing stays stopped if this
 * process ends half way.
 */
export async function compareWithLive(
  world: ShadowWorld,
  shadows: readonly Shadow[],
): Promise<readonly Comparison[]> {
  return inSnapshot(world.db, async ({ tx, beside }) => {
    const pairs = await pairsOf(tx, shadows);
    const live = beside((other) => liveDigests(other, pairs));
    const rebuilt = rebuiltDigests(tx, { world, pairs });
    const [kept, made] = await Promise.all([live, rebuilt]);
    return pairs.map(({ shadow: { projection }, position }, index) => ({
      name: projection.name,
      version: projection.version,
      position,
      live: kept[index]?.digest ?? null,
      rebuilt: made[index]?.digest ?? "",
      rows: made[index]?.rows ?? 0,
    }));
  });
}

/** A shadow, what it is compared with if there is such a thing, and the position for both. */
interface Pair {
  readonly shadow: Shadow;
  readonly liveGeneration: number | null;
  readonly position: number;
}

async function pairsOf(tx: Sql, shadows: readonly Shadow[]): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (const shadow of shadows) {
    const live = await liveRow(tx, shadow.projection);
    const comparable = live?.version === shadow.projection.version;
    pairs.push({
      shadow,
      liveGeneration: comparable ? live.generation : null,
      position: comparable ? Number(live.position) : shadow.position,
    });
  }
  return pairs;
}

async function liveDigests(tx: Sql, pairs: readonly Pair[]): Promise<readonly (TableDigest | null)[]> {
  const digests: (TableDigest | null)[] = [];
  for (const { shadow, liveGeneration } of pairs) {
    const digest =
      liveGeneration === null ? null : await projectionDigest(tx, shadow.projection, liveGeneration);
    digests.push(digest);
  }
  return digests;
}

async function rebuiltDigests(
  tx: Sql,
  { world, pairs }: { readonly world: ShadowWorld; readonly pairs: readonly Pair[] },
): Promise<readonly TableDigest[]> {
  const digests: TableDigest[] = [];
  for (const { shadow, position } of pairs) {
    await moveInside(tx, { world, shadow }, position);
    digests.push(await projectionDigest(tx, shadow.projection, shadow.generation));
  }
  return digests;
}

async function liveRow(tx: Sql, { name }: Projection): Promise<LiveRow | undefined> {
  const [row] = await tx.query<LiveRow>(
    "select generation, version, position from projections where name = $1 and active",
    [name],
  );
  return row;
}

/**
 * Moves one shadow to a position within a transaction of the caller's. Older events are looked for first: a statement
 * that met one unprepared could not be taken back alone.
 */
export async function moveInside(
  tx: Sql,
  { world, shadow }: { readonly world: ShadowWorld; readonly shadow: Shadow },
  position: number,
): Promise<void> {
  const { logId, statements, db } = world;
  invariant(position >= shadow.position, "a shadow never passes the generation it is compared with");
  while (shadow.position < position) {
    const limit = Math.min(position, shadow.position + BUILD_EVENTS_MAX[db.engine]);
    const step = { logId, from: shadow.position, limit };
    const upcasts = await upcastOlder(tx, step, statements.types);
    const moved = await advance(tx, { runners: [shadow], step }, { statements, upcasts });
    const arrived = moved.moved === 1 && moved.upTo === limit && moved.strange === null;
    invariant(arrived, `the shadow of ${shadow.projection.name} goes to position ${limit}`);
    shadow.position = limit;
  }
}

/** One digest for all tables of a generation. */
export async function projectionDigest(
  tx: Sql,
  projection: Projection,
  generation: number,
): Promise<TableDigest> {
  const named = tableNames(projection, generation);
  const digests: TableDigest[] = [];
  for (const [table, shape] of Object.entries(projection.tables)) {
    digests.push(await digestOf(tx, named(table), shape));
  }
  return {
    digest: await combinedDigest(
      tx,
      digests.map(({ digest }) => digest),
    ),
    rows: digests.reduce((sum, { rows }) => sum + rows, 0),
  };
}
