import { TOTP } from "#domain/features/second-factors/rules.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { Database, Row } from "#projections/kernel/sql.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { totpPlace } from "./services.ts";

/** Rows read at a time. */
const PAGE_MAX = 500;

/** Seals the secrets of authenticator apps again with the newest key. @returns their number */
export async function resealTotp(db: Database, sealer: Sealer): Promise<number> {
  let done = 0;
  for (let after = ""; ; ) {
    const rows = await db.query<Row & { player_id: string; material: string }>(
      `select player_id, material from second_factors where id = $1 and player_id > $2
        order by player_id limit ${PAGE_MAX}`,
      [TOTP, after],
    );
    const last = rows.at(-1);
    if (last === undefined) return done;
    for (const { player_id: playerId, material } of rows) {
      const plain = sealer.open(material, totpPlace(playerId));
      invariant(plain !== null, `the authenticator secret of ${playerId} opens with one of the keys`);
      await db.query(
        "update second_factors set material = $3 where player_id = $1 and id = $2 and material = $4",
        [playerId, TOTP, sealer.seal(plain, totpPlace(playerId)), material],
      );
    }
    done += rows.length;
    after = last.player_id;
  }
}
