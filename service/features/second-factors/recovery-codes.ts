import { hash, hkdfSync, randomBytes } from "node:crypto";
import { RECOVERY_CODES } from "#domain/features/second-factors/rules.ts";
import { arrayLiteral, type Database, type Row, type Sql } from "#projections/kernel/sql.ts";
import type { SealKey } from "#service/keys/seal.ts";
import { base32 } from "./totp.ts";

/** 80 bits cannot be guessed, so a plain hash suffices. */
const CODE_BYTES = 10;
const GROUP = /.{4}(?=.)/g;

const hashOf = (code: string): string => hash("sha256", code.replaceAll(/[^A-Za-z2-7]/g, "").toUpperCase());

const codesFrom = (bytes: Buffer): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, (_, at) =>
    base32(bytes.subarray(at * CODE_BYTES, (at + 1) * CODE_BYTES)).replaceAll(GROUP, "$&-"),
  );

/** Random codes. */
export const randomCodes = (): readonly string[] => codesFrom(randomBytes(RECOVERY_CODES * CODE_BYTES));

/**
 * The codes of a request with an idempotency key, which no database holds: every process shows the same to each of its
 * repetitions, and stores no code.
 */
export function codesOf(
  { idempotencyKey, commandId }: { readonly idempotencyKey: string; readonly commandId: string },
  { bytes }: SealKey,
): readonly string[] {
  const place = `florin-recovery-codes/${commandId}`;
  return codesFrom(
    Buffer.from(hkdfSync("sha256", bytes, idempotencyKey, place, RECOVERY_CODES * CODE_BYTES)),
  );
}

/** One-time codes that replace a lost factor. */
export class RecoveryCodes {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores new codes in place of the old, unless some of them are stored: what was used stays used. */
  async replace(playerId: string, codes: readonly string[]): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.query("select 1 from identities where player_id = $1 for update", [playerId]);
      if (await areKnown(tx, playerId, codes)) return;
      await tx.query("delete from recovery_codes where player_id = $1", [playerId]);
      await tx.query("insert into recovery_codes (player_id, code_hash) select $1, unnest($2::text[])", [
        playerId,
        arrayLiteral(codes.map(hashOf)),
      ]);
    });
  }

  /** Whether some of these codes are still good. */
  areKnown(playerId: string, codes: readonly string[]): Promise<boolean> {
    return areKnown(this.#db, playerId, codes);
  }

  left(playerId: string): Promise<number> {
    return codesLeft(this.#db, playerId);
  }
}

async function areKnown(sql: Sql, playerId: string, codes: readonly string[]): Promise<boolean> {
  const known = await sql.query(
    "select from recovery_codes where player_id = $1 and code_hash = any($2::text[]) limit 1",
    [playerId, arrayLiteral(codes.map(hashOf))],
  );
  return known.length > 0;
}

/** Uses up a code. @returns how many are left; null for a wrong or used code */
export async function spendCode(sql: Sql, playerId: string, code: string): Promise<number | null> {
  const used = await sql.query(
    "delete from recovery_codes where player_id = $1 and code_hash = $2 returning code_hash",
    [playerId, hashOf(code)],
  );
  return used.length === 0 ? null : codesLeft(sql, playerId);
}

async function codesLeft(sql: Sql, playerId: string): Promise<number> {
  const [row] = await sql.query<Row & { left: bigint }>(
    `select count(*) as "left" from recovery_codes where player_id = $1`,
    [playerId],
  );
  return Number(row?.left ?? 0);
}
