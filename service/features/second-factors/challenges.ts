import { lastsUntil } from "#domain/kernel/time.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";

/** How long a challenge is valid, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;

export type Purpose = "add-passkey" | "step-up" | "totp";

interface Stored extends Row {
  readonly challenge: string;
  readonly created_at: bigint;
}

/** The challenges of sessions: one per purpose, each answered once. */
export class Challenges {
  readonly #db: Sql;
  readonly #now: () => number;

  constructor(db: Sql, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Stores a challenge in place of an earlier one. */
  async put(session: string, purpose: Purpose, challenge: string): Promise<void> {
    await this.#db.query(
      `insert into factor_challenges (session, purpose, challenge, created_at) values ($1, $2, $3, $4)
        on conflict (session, purpose) do update set challenge = excluded.challenge, created_at = excluded.created_at`,
      [session, purpose, challenge, this.#now()],
    );
  }

  /** Uses up a challenge. @returns null if there is none, or it has expired */
  async take(session: string, purpose: Purpose): Promise<string | null> {
    const [row] = await this.#db.query<Stored>(
      "delete from factor_challenges where session = $1 and purpose = $2 returning challenge, created_at",
      [session, purpose],
    );
    return this.#stillValid(row);
  }

  /** Reads a challenge without using it up: an app's secret stays for mistyped codes, until the first right one. */
  async look(session: string, purpose: Purpose): Promise<string | null> {
    const [row] = await this.#db.query<Stored>(
      "select challenge, created_at from factor_challenges where session = $1 and purpose = $2",
      [session, purpose],
    );
    return this.#stillValid(row);
  }

  #stillValid(row: Stored | undefined): string | null {
    const isValid = row && lastsUntil(Number(row.created_at), CHALLENGE_MS, this.#now()) !== null;
    return isValid ? row.challenge : null;
  }
}
