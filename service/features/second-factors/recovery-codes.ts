import { hash, randomBytes } from "node:crypto";
import { RECOVERY_CODES } from "#domain/features/second-factors/rules.ts";
import { arrayLiteral, type Database, type Row } from "#projections/kernel/sql.ts";
import { base32 } from "./totp.ts";

/** 80 bits cannot be guessed, so a plain hash suffices. */
const CODE_BYTES = 10;
const GROUP = /.{4}(?=.)/g;

const hashOf = (code: string): string => hash("sha256", code.replaceAll(/[^A-Za-z2-7]/g, "").toUpperCase());

/** One-time codes that replace a lost factor. */
export class RecoveryCodes {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Makes new codes in place of the old. @returns the codes, which are not stored */
  async make(playerId: string): Promise<readonly string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () =>
      base32(randomBytes(CODE_BYTES)).replaceAll(GROUP, "$&-"),
    );
    await this.#db.transaction(async (tx) => {
      await tx.query("select 1 from identities where player_id = $1 for update", [playerId]);
      await tx.query("delete from recovery_codes where player_id = $1", [playerId]);
      await tx.query("insert into recovery_codes (player_id, code_hash) select $1, unnest($2::text[])", [
        playerId,
        arrayLiteral(codes.map(hashOf)),
      ]);
    });
    return codes;
  }

  /** Uses up a code. @returns how many are left; null for a wrong or used code */
  async use(playerId: string, code: string): Promise<number | null> {
    const used = await this.#db.query(
      "delete from recovery_codes where player_id = $1 and code_hash = $2 returning code_hash",
      [playerId, hashOf(code)],
    );
    return used.length === 0 ? null : this.left(playerId);
  }

  async left(playerId: string): Promise<number> {
    const [row] = await this.#db.query<Row & { left: bigint }>(
      `select count(*) as "left" from recovery_codes where player_id = $1`,
      [playerId],
    );
    return Number(row?.left ?? 0);
  }
}
