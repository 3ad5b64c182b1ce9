import type { Database, Row } from "#projections/kernel/sql.ts";

/** How long a challenge is valid, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;

export type Purpose = "add-passkey" | "step-up" | "totp";

/** The challenges of sessions: one per purpose, each answered once. */
export class Challenges {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
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
    const [row] = await this.#db.query<Row & { challenge: string; created_at: bigint }>(
      "delete from factor_challenges where session = $1 and purpose = $2 returning challenge, created_at",
      [session, purpose],
    );
    return row !== undefined && this.#now() - Number(row.created_at) < CHALLENGE_MS ? row.challenge : null;
  }

  /** Reads a challenge without using it up: an app's secret stays for mistyped codes, until the first right one. */
  async look(session: string, purpose: Purpose): Promise<string | null> {
    const [row] = await this.#db.query<Row & { challenge: string; created_at: bigint }>(
      "select challenge, created_at from factor_challenges where session = $1 and purpose = $2",
      [session, purpose],
    );
    return row !== undefined && this.#now() - Number(row.created_at) < CHALLENGE_MS ? row.challenge : null;
  }
}
