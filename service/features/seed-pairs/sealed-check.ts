import { arrayLiteral, type Row, type Sql } from "#projections/kernel/sql.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";
import type { SealedSeedRow } from "./sealed-seeds.ts";

/** A committed seed that is not revealed yet, with the place it is sealed for. */
export type Promised = Omit<SealedSeedRow, "sealed">;

/** Seeds looked up in one statement. */
const SLICE = 4_000;

/** Checks that every committed seed is stored, sealed for its owner and pair. */
export async function checkSealed(
  promised: Iterable<Promised>,
  place: { readonly tx: Sql; readonly position: number },
): Promise<void> {
  let slice: Promised[] = [];
  for (const one of promised) {
    slice.push(one);
    if (slice.length < SLICE) continue;
    await checkSlice(slice, place);
    slice = [];
  }
  if (slice.length > 0) await checkSlice(slice, place);
}

async function checkSlice(
  promised: readonly Promised[],
  { tx, position }: { readonly tx: Sql; readonly position: number },
): Promise<void> {
  const rows = await tx.query<Promised & Row>(
    "select commitment, owner, pair from sealed_seeds where commitment = any($1::text[])",
    [arrayLiteral(promised.map(({ commitment }) => commitment))],
  );
  const kept = new Map(rows.map((row) => [row.commitment, row]));
  for (const { commitment, owner, pair } of promised) {
    const row = kept.get(commitment);
    expectAt(position, row !== undefined, () => {
      return `The seed of the commitment ${commitment} is not kept: what was promised with it cannot be revealed.`;
    });
    const seed = `The sealed seed of the commitment ${commitment} is kept for`;
    expectAt(position, row.pair === pair, () => {
      return `${seed} pair ${row.pair}, where it was promised for ${pair}.`;
    });
    expectAt(position, row.owner === owner, () => {
      return `${seed} ${row.owner}, where it was promised to ${owner}.`;
    });
  }
}
