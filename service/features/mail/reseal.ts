import type { Database } from "#projections/kernel/sql.ts";
import { resealColumn } from "#service/keys/reseal-column.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { addressPlace } from "./addresses.ts";

/** Where sealed texts are: the table, the key of its rows, the column. */
const SEALED = [
  ["email_addresses", "player_id", "address"],
  ["email_confirmations", "player_id", "address"],
  ["mails", "id", "content"],
] as const;

/** Seals addresses and waiting mails again under the newest key. @returns how many there were */
export async function resealMail(db: Database, sealer: Sealer): Promise<number> {
  let done = 0;
  for (const [table, key, column] of SEALED)
    done += await resealColumn(db, sealer, { table, key, column, placeOf: addressPlace });
  return done;
}
