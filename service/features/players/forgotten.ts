import { createHmac } from "node:crypto";
import type { Database, Row, Sql } from "#projections/kernel/sql.ts";
import { arrayLiteral } from "#projections/kernel/sql.ts";
import type { SealKey } from "#service/keys/seal.ts";

/** What a forgotten account is known by: nobody without the key can tell whose it is. */
const traceOf = (platformId: string, key: SealKey): string =>
  `${key.id}.${createHmac("sha256", key.bytes).update(`florin-forgotten/${platformId}`).digest("base64url")}`;

/** Keeps, of an account that is being forgotten, only by what its owner is recognised should they come back. */
export async function keepTrace(
  tx: Sql,
  { playerId, platformId }: { readonly playerId: string; readonly platformId: string },
  [key]: readonly SealKey[],
): Promise<void> {
  if (key === undefined) return;
  await tx.query(
    "insert into forgotten_players (player_id, trace) values ($1, $2) on conflict (player_id) do update set trace = excluded.trace",
    [playerId, traceOf(platformId, key)],
  );
}

/** The player that a platform account was before it was forgotten; null for none. */
export async function forgottenPlayer(
  db: Database,
  platformId: string,
  keys: readonly SealKey[],
): Promise<string | null> {
  const [row] = await db.query<Row & { readonly player_id: string }>(
    "select player_id from forgotten_players where trace = any ($1::text[]) limit 1",
    [arrayLiteral(keys.map((key) => traceOf(platformId, key)))],
  );
  return row?.player_id ?? null;
}
