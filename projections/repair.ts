import type { Projection } from "./kernel/projection.ts";
import { type Comparison, differs } from "./kernel/rebuild/compare.ts";
import { rebuild } from "./kernel/rebuild/rebuild.ts";
import {
  buildShadows,
  createShadows,
  dropShadows,
  headPosition,
  type ShadowWorld,
} from "./kernel/rebuild/shadows.ts";
import { ledgerProjection } from "./ledger/inline.ts";
import { repairLedger } from "./ledger/repair.ts";

/** The database of the read models under the service's role, and that of the ledger as the owner of its tables. */
export interface RepairWorlds {
  readonly service: ShadowWorld;
  readonly owner: ShadowWorld;
}

/** What was replaced, and in how many accounts' assets the ledger was wrong. */
export interface Repaired {
  readonly names: readonly string[];
  readonly ledgerPlaces: number;
}

/** Replaces what a replay found different by what the log says. */
export async function repair(
  worlds: RepairWorlds,
  projections: readonly Projection[],
  comparisons: readonly Comparison[],
): Promise<Repaired> {
  const names = comparisons.filter(differs).map(({ name }) => name);
  const wrong = projections.filter(({ name }) => names.includes(name));
  if (wrong.length > 0) await rebuild(worlds.service, wrong);
  const ledgerIsWrong = names.length > wrong.length;
  return { names, ledgerPlaces: ledgerIsWrong ? await repairLedgerOf(worlds.owner) : 0 };
}

async function repairLedgerOf(world: ShadowWorld): Promise<number> {
  const shadows = await createShadows(world, [ledgerProjection]);
  try {
    await buildShadows(world, shadows, () => headPosition(world.db, world.logId));
    let places = 0;
    for (const shadow of shadows) places += (await repairLedger(world, shadow)).length;
    return places;
  } finally {
    await dropShadows(world, shadows);
  }
}
