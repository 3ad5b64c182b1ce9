import { invariant } from "#domain/kernel/invariant.ts";
import type { Database, Row } from "#projections/kernel/sql.ts";
import type { Sealer } from "./seal.ts";

/** Rows read at a time. */
const PAGE_MAX = 500;

interface SealedRow extends Row {
  readonly key: string;
  readonly player_id: string;
  readonly sealed: string;
}

/** A column of sealed texts. @property placeOf what binds a text to its player */
interface SealedColumn {
  readonly table: string;
  /** The text column that identifies a row. */
  readonly key: string;
  readonly column: string;
  readonly placeOf: (playerId: string) => string;
}

/** Seals the texts of a column again under the newest key. @returns how many there were */
export async function resealColumn(
  db: Database,
  sealer: Sealer,
  { table, key, column, placeOf }: SealedColumn,
): Promise<number> {
  let done = 0;
  for (let after = ""; ; ) {
    const rows = await db.query<SealedRow>(
      `select ${key} as key, player_id, ${column} as sealed from ${table}
        where ${column} is not null and ${key} collate "C" > $1 order by ${key} collate "C" limit ${PAGE_MAX}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return done;
    for (const row of rows) {
      const plain = sealer.open(row.sealed, placeOf(row.player_id));
      invariant(plain !== null, `the ${column} of ${row.key} in ${table} opens with one of the keys`);
      await db.query(`update ${table} set ${column} = $2 where ${key} = $1 and ${column} = $3`, [
        row.key,
        sealer.seal(plain, placeOf(row.player_id)),
        row.sealed,
      ]);
    }
    done += rows.length;
    after = last.key;
  }
}
