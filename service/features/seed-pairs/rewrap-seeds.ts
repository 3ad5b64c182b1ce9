import { invariant } from "#domain/kernel/invariant.ts";
import { arrayLiteral, type Database, type Row } from "#projections/kernel/sql.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { type SealedSeedRow, seedPlace } from "./sealed-seeds.ts";

/** Seals renewed by one statement. */
const PAGE_MAX = 500;

/**
 * Seals every server seed again with the newest key, page by page. Safe to repeat, and beside a running service.
 * @returns how many were sealed again
 * @throws InvariantError when a seed opens with none of the keys; all before it are done
 */
export async function rewrapSeeds(db: Database, sealer: Sealer, logId: number): Promise<number> {
  let done = 0;
  for (let after = ""; ; ) {
    const rows = await db.query<SealedSeedRow & Row>(
      `select commitment, owner, pair, sealed from sealed_seeds
        where commitment collate "C" > $1 order by commitment collate "C" limit ${PAGE_MAX}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return done;
    const sealed = rows.map((row) => {
      const plain = sealer.open(row.sealed, seedPlace(logId, row));
      invariant(plain !== null, `the sealed seed ${row.commitment} opens with one of the keys`);
      return sealer.seal(plain, seedPlace(logId, row));
    });
    await db.query(
      `update sealed_seeds s set sealed = t.sealed
        from unnest($1::text[], $2::text[]) as t(commitment, sealed) where s.commitment = t.commitment`,
      [arrayLiteral(rows.map(({ commitment }) => commitment)), arrayLiteral(sealed)],
    );
    done += rows.length;
    after = last.commitment;
  }
}
