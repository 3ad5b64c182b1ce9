import { createHmac, randomBytes } from "node:crypto";
import { invariant } from "#domain/kernel/invariant.ts";
import { arrayLiteral, type Database, type Row, type Sql } from "#projections/kernel/sql.ts";
import type { Sealer, SealKey } from "#service/keys/seal.ts";

const PLACE = "florin-forgotten/key";
const KEY_BYTES = 32;

const markOf = (platformId: string, bytes: Uint8Array): string =>
  createHmac("sha256", bytes).update(`florin-forgotten/${platformId}`).digest("base64url");
/** The trace of a forgotten account. Nobody without the key can tell whose it is. */
const traceOf = (platformId: string, bytes: Uint8Array): string => `.${markOf(platformId, bytes)}`;
/** The older form of a trace, made with a named token key before traces had their own key. */
const olderTraceOf = (platformId: string, { id, bytes }: SealKey): string =>
  `${id}.${markOf(platformId, bytes)}`;

/** The key of traces; null before anybody was forgotten. Stored sealed, so that the token keys can change. */
async function traceKey(sql: Sql, sealer: Sealer): Promise<Uint8Array | null> {
  const [row] = await sql.query<Row & { readonly sealed: string }>("select sealed from forgotten_key");
  if (row === undefined) return null;
  const bytes = sealer.open(row.sealed, PLACE);
  // Without it, forgotten players would return as new ones, without their limits and debts.
  invariant(bytes !== null, "the key of forgotten players opens with one of the token keys");
  return bytes;
}

/** Stores the trace of an account about to be forgotten, which recognises its owner on their return. */
export async function keepTrace(
  tx: Sql,
  { playerId, platformId }: { readonly playerId: string; readonly platformId: string },
  sealer: Sealer,
): Promise<void> {
  await tx.query("insert into forgotten_key (sealed) values ($1) on conflict do nothing", [
    sealer.seal(randomBytes(KEY_BYTES), PLACE),
  ]);
  const bytes = await traceKey(tx, sealer);
  invariant(bytes !== null, "there is a key of forgotten players");
  await tx.query(
    "insert into forgotten_players (player_id, trace) values ($1, $2) on conflict (player_id) do update set trace = excluded.trace",
    [playerId, traceOf(platformId, bytes)],
  );
}

/** The player whose account this was before it was forgotten; null for none. */
export async function forgottenPlayer(
  db: Database,
  platformId: string,
  { sealer, keys }: { readonly sealer: Sealer; readonly keys: readonly SealKey[] },
): Promise<string | null> {
  const bytes = await traceKey(db, sealer);
  const own = bytes === null ? [] : [traceOf(platformId, bytes)];
  const older = keys.map((key) => olderTraceOf(platformId, key));
  const [row] = await db.query<Row & { readonly player_id: string }>(
    "select player_id from forgotten_players where trace = any ($1::text[]) limit 1",
    [arrayLiteral([...own, ...older])],
  );
  return row?.player_id ?? null;
}

/**
 * Seals the key of traces again with the newest token key.
 * @returns what was sealed, and how many older traces still need a token key
 */
export async function resealForgotten(db: Database, sealer: Sealer): Promise<string> {
  const bytes = await traceKey(db, sealer);
  if (bytes !== null) await db.query("update forgotten_key set sealed = $1", [sealer.seal(bytes, PLACE)]);
  const [row] = await db.query<Row & { readonly count: bigint; readonly ids: string | null }>(
    `select count(*), string_agg(distinct split_part(trace, '.', 1), ', ') as ids from forgotten_players
      where trace not like '.%'`,
  );
  const older = Number(row?.count ?? 0n);
  const what = `the key of forgotten players${bytes === null ? " (none yet)" : ""}`;
  return older === 0 ? what : `${what} (${older} of them are known only by the keys ${row?.ids}: keep those)`;
}
