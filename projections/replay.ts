import type { Projection } from "./kernel/projection.ts";
import { type Comparison, compareWithLive } from "./kernel/rebuild/compare.ts";
import {
  buildShadows,
  createShadows,
  dropShadows,
  livePosition,
  type ShadowWorld,
} from "./kernel/rebuild/shadows.ts";
import { compareLedger, ledgerProjection } from "./ledger/inline.ts";

/**
 * Builds every read model a second time from the log, beside the active ones, and compares both at one position; also
 * holdings and entries against the postings of every event. Changes nothing that is read, and leaves nothing behind.
 * @param world the ledger's
 * @param models the database of the read models, where that is another one
 * @returns a comparison for each, in the order of the projections, the ledger's last
 */
export async function replay(
  world: ShadowWorld,
  projections: readonly Projection[],
  models = world,
): Promise<readonly Comparison[]> {
  if (models.db === world.db) return replayed(world, projections, [ledgerProjection]);
  return [...(await replayed(models, projections, [])), ...(await replayed(world, [], [ledgerProjection]))];
}

async function replayed(
  world: ShadowWorld,
  projections: readonly Projection[],
  ledgers: readonly Projection[],
): Promise<readonly Comparison[]> {
  const shadows = await createShadows(world, [...projections, ...ledgers]);
  try {
    await buildShadows(world, shadows, () => livePosition(world, projections));
    const comparisons = await compareWithLive(
      world,
      shadows.filter(({ projection }) => projections.includes(projection)),
    );
    const ledger: Comparison[] = [];
    for (const shadow of shadows) {
      if (ledgers.includes(shadow.projection)) ledger.push(...(await compareLedger(world, shadow)));
    }
    return [...comparisons, ...ledger];
  } finally {
    await dropShadows(world, shadows);
  }
}
