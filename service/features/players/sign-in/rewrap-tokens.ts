import { invariant } from "#domain/kernel/invariant.ts";
import type { Database, Row } from "#projections/kernel/sql.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { tokenPlace } from "./identities.ts";

/** Players read at a time. */
const PAGE_MAX = 500;

interface TokenRow extends Row {
  readonly player_id: string;
  readonly access_token: string | null;
  readonly refresh_token: string | null;
}

/**
 * Seals all players' platform tokens again with the newest key. Tokens changed meanwhile already use it.
 * @returns how many players had tokens
 * @throws InvariantError when a token opens with none of the keys
 */
export async function rewrapTokens(db: Database, sealer: Sealer): Promise<number> {
  let done = 0;
  for (let after = ""; ; ) {
    const rows = await db.query<TokenRow>(
      `select player_id, access_token, refresh_token from identities
        where player_id collate "C" > $1 order by player_id collate "C" limit ${PAGE_MAX}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return done;
    for (const row of rows) {
      if (row.access_token === null && row.refresh_token === null) continue;
      await db.query(
        `update identities set access_token = $2, refresh_token = $3
          where player_id = $1 and access_token is not distinct from $4 and refresh_token is not distinct from $5`,
        [
          row.player_id,
          again(row, "access_token", sealer),
          again(row, "refresh_token", sealer),
          row.access_token,
          row.refresh_token,
        ],
      );
      done += 1;
    }
    after = last.player_id;
  }
}

function again(row: TokenRow, which: "access_token" | "refresh_token", sealer: Sealer): string | null {
  const sealed = row[which];
  if (sealed === null) return null;
  const plain = sealer.open(sealed, tokenPlace(row.player_id));
  invariant(plain !== null, `the ${which} of ${row.player_id} opens with one of the keys`);
  return sealer.seal(plain, tokenPlace(row.player_id));
}
