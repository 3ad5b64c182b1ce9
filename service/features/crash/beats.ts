import type { Row, Sql } from "#projections/kernel/sql.ts";

/** Nobody takes a round over from a process that said so shortly ago, in milliseconds. */
const TAKEN_OVER_AFTER_MS = 1_500;

/** Who serves a round that runs, for all processes to see. */
export class Beats {
  readonly #sql: Pick<Sql, "query">;
  readonly #process: string;

  /** @param process a name that no other process has */
  constructor(sql: Pick<Sql, "query">, process: string) {
    this.#sql = sql;
    this.#process = process;
  }

  /**
   * Says that this process serves a round.
   * @param at milliseconds
   * @returns when anybody last said so, null for never; or that another process serves it
   */
  async beat(
    roundId: string,
    at: number,
  ): Promise<{ readonly isOurs: false } | { readonly isOurs: true; readonly lastAt: number | null }> {
    const [row] = await this.#sql.query<Row & { readonly last: bigint | null }>(
      `with before as (select at from round_beats where round_id = $1)
      insert into round_beats as b (round_id, process, at) values ($1, $2, $3::bigint)
      on conflict (round_id) do update set process = excluded.process, at = greatest(b.at, excluded.at)
        where b.process = excluded.process or b.at <= excluded.at - ${TAKEN_OVER_AFTER_MS}
      returning (select at from before) as last`,
      [roundId, this.#process, at],
    );
    if (row === undefined) return { isOurs: false };
    return { isOurs: true, lastAt: row.last === null ? null : Number(row.last) };
  }

  /** A round has ended. */
  async end(roundId: string): Promise<void> {
    await this.#sql.query("delete from round_beats where round_id = $1", [roundId]);
  }
}
