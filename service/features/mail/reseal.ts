import { invariant } from "#domain/kernel/invariant.ts";
import type { Database, Row } from "#projections/kernel/sql.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { addressPlace } from "./addresses.ts";

/** How many rows are read at a time. */
const PAGE_MAX = 500;

/** Where sealed texts are: the table, the key of its rows, the column. */
const SEALED = [
  ["email_addresses", "player_id", "address"],
  ["email_confirmations", "player_id", "address"],
  ["mails", "id", "content"],
] as const;

interface SealedRow extends Row {
  readonly key: string;
  readonly player_id: string;
  readonly sealed: string;
}

/** Seals addresses and waiting mails again under the newest key. @returns how many there were */
export async function resealMail(db: Database, sealer: Sealer): Promise<number> {
  let done = 0;
  for (const [table, key, column] of SEALED) {
    for (let after = ""; ; ) {
      const rows = await db.query<SealedRow>(
        `select ${key} as key, player_id, ${column} as sealed from ${table}
          where ${column} is not null and ${key} collate "C" > $1 order by ${key} collate "C" limit ${PAGE_MAX}`,
        [after],
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      for (const row of rows) {
        const plain = sealer.open(row.sealed, addressPlace(row.player_id));
        invariant(plain !== null, `the ${column} of ${row.key} in ${table} opens with one of the keys`);
        await db.query(`update ${table} set ${column} = $2 where ${key} = $1 and ${column} = $3`, [
          row.key,
          sealer.seal(plain, addressPlace(row.player_id)),
          row.sealed,
        ]);
      }
      done += rows.length;
      after = last.key;
    }
  }
  return done;
}
