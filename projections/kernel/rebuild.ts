import { lockGenerations } from "./checkpoints.ts";
import { type Comparison, compareWithLive, moveInside } from "./compare.ts";
import type { Projection } from "./projection.ts";
import {
  buildShadows,
  createShadows,
  dropShadows,
  headPosition,
  livePosition,
  type Shadow,
  type ShadowWorld,
} from "./shadows.ts";
import type { Row, Sql } from "./sql.ts";

/**
 * Builds projections anew beside the generations that answer questions, compares the two, and has the new ones take
 * over. Questions are answered all the time, and the projector of whichever process goes on. Where the two differ the
 * new one takes over all the same: it is what the log says.
 */
export async function rebuild(
  world: ShadowWorld,
  projections: readonly Projection[],
): Promise<readonly Comparison[]> {
  const shadows = await createShadows(world, projections);
  try {
    await buildShadows(world, shadows, () => followable(world, projections));
    const comparisons = await compareWithLive(world, shadows);
    for (const shadow of shadows) await takeOver(world, shadow);
    return comparisons;
  } catch (error) {
    // Left as it is if that fails too: leftovers are dropped in time.
    await dropShadows(world, shadows).catch(() => {});
    throw error;
  }
}

/** How far shadows may go: never past the generation they are compared with, unless that is of another version. */
async function followable(world: ShadowWorld, projections: readonly Projection[]): Promise<number> {
  const versions = await liveVersions(world.db);
  const same = projections.filter(({ name, version }) => versions.get(name) === version);
  return same.length > 0 ? livePosition(world, same) : headPosition(world.db, world.logId);
}

/** By which version the generation of each projection that answers questions was built. */
export async function liveVersions(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ name: string; version: number }>(
    "select name, version from projections where active",
  );
  return new Map(rows.map(({ name, version }) => [name, version]));
}

interface GenerationRow extends Row {
  readonly generation: number;
  readonly position: bigint;
  readonly active: boolean;
}

/**
 * Makes a shadow the generation that answers questions. Both checkpoints are held, the shadow applies what it lacks,
 * and only then, with both at one position, do they change places. Whoever held the lease keeps it, under a new
 * epoch; a write that was under way to the old generation is refused by the epoch.
 */
async function takeOver(world: ShadowWorld, shadow: Shadow): Promise<void> {
  const { projection, generation } = shadow;
  await world.db.transaction(async (tx) => {
    await lockGenerations(tx);
    const rows = await tx.query<GenerationRow>(
      `select generation, position, active from projections
        where name = $1 and (active or generation = $2) order by generation for update`,
      [projection.name, generation],
    );
    const live = rows.find(({ active }) => active);
    if (live !== undefined) {
      const position = Math.max(Number(live.position), shadow.position);
      await moveInside(tx, { world, shadow }, position);
      await retire(tx, projection, live.generation);
    }
    await tx.query(
      `update projections n set active = true, stop_at = null, lease_epoch = n.lease_epoch + 1,
        lease_owner = o.lease_owner, lease_until = o.lease_until, moved_at = clock_timestamp()
      from (values ($2::int)) as this(generation)
        left join projections o on o.name = $1 and o.generation = $3::int
      where n.name = $1 and n.generation = this.generation`,
      [projection.name, generation, live?.generation ?? null],
    );
    if (live !== undefined) await clearLease(tx, projection, live.generation);
  });
}

async function retire(tx: Sql, { name }: Projection, generation: number): Promise<void> {
  await tx.query(
    `update projections set active = false, retired_at = clock_timestamp(), lease_epoch = lease_epoch + 1
      where name = $1 and generation = $2`,
    [name, generation],
  );
}

async function clearLease(tx: Sql, { name }: Projection, generation: number): Promise<void> {
  await tx.query(
    "update projections set lease_owner = null, lease_until = null where name = $1 and generation = $2",
    [name, generation],
  );
}
