import { TRIES_MAX, TRY_AGAIN_MS } from "#domain/features/second-factors/rules.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { tooMany } from "#service/http/problem.ts";

/** Counts codes by player, over all sessions and processes, so that nobody guesses one. */
export class Tries {
  readonly #db: Sql;
  readonly #now: () => number;

  constructor(db: Sql, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Counts a code before it is checked. @throws HttpProblem 429 after too many */
  async count(playerId: string): Promise<void> {
    const now = this.#now();
    const counted = await this.#db.query(
      `insert into factor_tries (player_id, tries, at) values ($1, 1, $2)
        on conflict (player_id) do update
          set tries = case when factor_tries.at <= $3::bigint then 1 else factor_tries.tries + 1 end, at = excluded.at
          where factor_tries.at <= $3::bigint or factor_tries.tries < $4::int
        returning tries`,
      [playerId, now, now - TRY_AGAIN_MS, TRIES_MAX],
    );
    if (counted.length === 0)
      throw tooMany("Too many wrong codes. Use a passkey, or try again in 15 minutes.", TRY_AGAIN_MS / 1_000);
  }

  /** Resets the count after a right code. */
  async clear(playerId: string): Promise<void> {
    await this.#db.query("delete from factor_tries where player_id = $1", [playerId]);
  }
}
