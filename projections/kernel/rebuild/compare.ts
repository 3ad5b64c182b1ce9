import { invariant } from "#domain/kernel/invariant.ts";
import { advance } from "../advance.ts";
import { upcastOlder } from "../events/older-events.ts";
import type { Projection } from "../projection.ts";
import { inSnapshot } from "../snapshot.ts";
import { arrayLiteral, type Row, type Sql } from "../sql.ts";
import { physicalTables, tableNames, tablesWithPages } from "../tables.ts";
import { digestsOf, type HashedPages, hashedPages, readInOrderOfKey } from "./digest.ts";
import type { Shadow, ShadowWorld } from "./shadows.ts";

/** A read model's content and what the log says it should be, both at one position. */
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
  readonly name: string;
  readonly generation: number;
  readonly version: number;
  readonly position: bigint;
}

/**
 * Compares shadows with the active generations, each pair at the latter's position, in one snapshot. Inside it the live
 * checkpoint cannot move, so the shadow is brought up to it and both stand still while the digests are computed. Nobody
 * outside is blocked, and nothing stays stopped if this process dies.
 */
export async function compareWithLive(
  world: ShadowWorld,
  shadows: readonly Shadow[],
): Promise<readonly Comparison[]> {
  return inSnapshot(world.db, async ({ tx, onSameSnapshot }) => {
    const pairs = await pairsOf(tx, shadows);
    const live = onSameSnapshot((other) => liveDigests(other, pairs));
    const rebuilt = rebuiltDigests(tx, { world, pairs });
    const [kept, made] = await Promise.all([live, rebuilt]);
    return pairs.map(({ shadow: { projection }, position }) => ({
      name: projection.name,
      version: projection.version,
      position,
      live: kept.get(projection)?.digest ?? null,
      rebuilt: made.get(projection)?.digest ?? "",
      rows: made.get(projection)?.rows ?? 0,
    }));
  });
}

/** A shadow, its active counterpart if there is one, and the position of both. */
interface Pair {
  readonly shadow: Shadow;
  readonly liveGeneration: number | null;
  readonly position: number;
}

async function pairsOf(tx: Sql, shadows: readonly Shadow[]): Promise<readonly Pair[]> {
  const rows = await tx.query<LiveRow>(
    "select name, generation, version, position from projections where active and name = any ($1::text[])",
    [arrayLiteral(shadows.map(({ projection }) => projection.name))],
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  return shadows.map((shadow) => {
    const live = byName.get(shadow.projection.name);
    const comparable = live?.version === shadow.projection.version;
    return {
      shadow,
      liveGeneration: comparable ? live.generation : null,
      position: comparable ? Number(live.position) : shadow.position,
    };
  });
}

async function liveDigests(
  tx: Sql,
  pairs: readonly Pair[],
): Promise<ReadonlyMap<Projection, ProjectionDigest>> {
  const comparable = pairs.flatMap(({ shadow: { projection }, liveGeneration: generation }) =>
    generation === null ? [] : [{ projection, generation }],
  );
  return projectionDigests(tx, comparable);
}

async function rebuiltDigests(
  tx: Sql,
  { world, pairs }: { readonly world: ShadowWorld; readonly pairs: readonly Pair[] },
): Promise<ReadonlyMap<Projection, ProjectionDigest>> {
  for (const { shadow, position } of pairs) await moveInside(tx, { world, shadow }, position);
  return projectionDigests(
    tx,
    pairs.map(({ shadow }) => shadow),
  );
}

/** Events of one step inside a transaction, where a step that takes too long cannot be tried again. */
const INSIDE_EVENTS_MAX = 10_000;

/** Moves a shadow within the caller's transaction, after preparing for older event versions. */
export async function moveInside(
  tx: Sql,
  { world, shadow }: { readonly world: ShadowWorld; readonly shadow: Shadow },
  position: number,
): Promise<void> {
  const { logId, statements } = world;
  invariant(position >= shadow.position, "a shadow never passes the generation it is compared with");
  while (shadow.position < position) {
    const limit = Math.min(position, shadow.position + INSIDE_EVENTS_MAX);
    const step = { logId, from: shadow.position, limit };
    const upcasts = await upcastOlder(tx, step, statements.types);
    const moved = await advance(tx, { cursors: [shadow], step }, { statements, upcasts });
    const arrived = moved.moved === 1 && moved.upTo === limit && moved.strange === null;
    invariant(arrived, `the shadow of ${shadow.projection.name} goes to position ${limit}`);
    shadow.position = limit;
  }
}

/** One digest for all tables of a projection. */
export interface ProjectionDigest {
  readonly digest: string;
  readonly rows: number;
}

/** The hash input of an empty table. */
const WITHOUT_ROWS: HashedPages = { pages: [], rows: 0 };

/** The digest of one generation of each projection, from one view of the database. */
export async function projectionDigests(
  tx: Sql,
  generations: readonly { readonly projection: Projection; readonly generation: number }[],
): Promise<ReadonlyMap<Projection, ProjectionDigest>> {
  const tables: (HashedPages & { readonly projection: Projection })[] = [];
  const filled = await tablesWithPages(
    tx,
    generations.flatMap(({ projection, generation }) => physicalTables(projection, generation)),
  );
  await readInOrderOfKey(tx);
  for (const { projection, generation } of generations) {
    const named = tableNames(projection, generation);
    for (const [table, shape] of Object.entries(projection.tables)) {
      const name = named(table);
      tables.push({ projection, ...(filled.has(name) ? await hashedPages(tx, name, shape) : WITHOUT_ROWS) });
    }
  }
  const tableDigests = await digestsOf(
    tx,
    tables.map(({ pages }) => pages),
  );
  const digestsByProjection = generations.map(({ projection }) =>
    tableDigests.filter((_, index) => tables[index]?.projection === projection),
  );
  const digests = await digestsOf(tx, digestsByProjection);
  return new Map(
    generations.map(({ projection }, index) => {
      const own = tables.filter((table) => table.projection === projection);
      const rows = own.reduce((sum, table) => sum + table.rows, 0);
      return [projection, { digest: digests[index] ?? "", rows }];
    }),
  );
}
