import type { Row } from "#projections/kernel/sql.ts";
import { keepTrace } from "#service/features/players/forgotten.ts";
import type { Core } from "#service/http/deps.ts";
import type { Sealer } from "#service/keys/seal.ts";

/** Erases everything personal about a player, all of it or nothing. Idempotent. */
export async function erasePersonalRows(
  playerId: string,
  { db, tokenSealer, features }: Pick<Core, "db" | "features"> & { readonly tokenSealer: Sealer },
): Promise<void> {
  const statements = features.flatMap(({ personal }) => personal.flatMap(({ erase = [] }) => erase));
  await db.transaction(async (tx) => {
    const [identity] = await tx.query<Row & { readonly platform_id: string }>(
      "select platform_id from identities where player_id = $1 for update",
      [playerId],
    );
    if (identity === undefined) return;
    await keepTrace(tx, { playerId, platformId: identity.platform_id }, tokenSealer);
    for (const text of statements) await tx.query(text, text.includes("$1") ? [playerId] : []);
    await tx.query("delete from identities where player_id = $1", [playerId]);
  });
}
