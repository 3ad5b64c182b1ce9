import { lockGenerations } from "../checkpoints.ts";
import type { Projection } from "../projection.ts";
import { arrayLiteral, type Row, type Sql } from "../sql.ts";
import { type Comparison, compareWithLive, moveInside } from "./compare.ts";
import {
  buildShadows,
  createShadows,
  dropShadows,
  headPosition,
  livePosition,
  type Shadow,
  type ShadowWorld,
} from "./shadows.ts";

/**
 * Rebuilds projections beside the active generations, compares both, and activates the new ones. Meanwhile queries are
 * answered and the projector goes on. The new one takes over even if they differ: it is what the log says.
 */
export async function rebuild(
  world: ShadowWorld,
  projections: readonly Projection[],
): Promise<readonly Comparison[]> {
  const shadows = await createShadows(world, projections);
  try {
    await buildShadows(world, shadows, () => followable(world, projections));
    const comparisons = await compareWithLive(world, shadows);
    await takeOver(world, shadows);
    return comparisons;
  } catch (error) {
    // If that fails too, leftovers are dropped later.
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
  readonly name: string;
  readonly generation: number;
  readonly position: bigint;
}

/**
 * Activates shadows. All checkpoints are locked, each shadow catches up, and with both at one position they are
 * swapped. The lease's holder keeps it under a new epoch, which refuses writes still under way to the old generation.
 */
async function takeOver(world: ShadowWorld, shadows: readonly Shadow[]): Promise<void> {
  const names = arrayLiteral(shadows.map(({ projection }) => projection.name));
  await world.db.transaction(async (tx) => {
    await lockGenerations(tx);
    const live = await tx.query<GenerationRow>(
      `select name, generation, position from projections
        where active and name = any ($1::text[]) order by name for update`,
      [names],
    );
    for (const shadow of shadows) {
      const own = live.find(({ name }) => name === shadow.projection.name);
      await moveInside(tx, { world, shadow }, Math.max(Number(own?.position ?? 0n), shadow.position));
    }
    // First, because at most one may be active.
    await tx.query(
      `update projections set active = false, retired_at = clock_timestamp(), lease_epoch = lease_epoch + 1
        where active and name = any ($1::text[])`,
      [names],
    );
    await tx.query(
      `update projections n set active = true, stop_at = null, lease_epoch = n.lease_epoch + 1,
        lease_owner = o.lease_owner, lease_until = o.lease_until, moved_at = clock_timestamp()
      from unnest($1::text[], $2::int[]) as shadow(name, generation)
        left join unnest($3::text[], $4::int[]) as live(name, generation) on live.name = shadow.name
        left join projections o on o.name = live.name and o.generation = live.generation
      where n.name = shadow.name and n.generation = shadow.generation`,
      [
        names,
        arrayLiteral(shadows.map(({ generation }) => generation)),
        arrayLiteral(live.map(({ name }) => name)),
        arrayLiteral(live.map(({ generation }) => generation)),
      ],
    );
    await tx.query(
      `update projections set lease_owner = null, lease_until = null
        where not active and retired_at is not null and name = any ($1::text[])`,
      [names],
    );
  });
}
