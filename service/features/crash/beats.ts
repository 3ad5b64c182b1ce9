import { INTERRUPTED_AFTER_MS } from "#domain/features/crash/rules.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";

/** How long the process serving a round must be silent before another takes it over, in milliseconds. */
const TAKEN_OVER_AFTER_MS = 1_500;

/** A while in which no process served a round. Milliseconds by the rounds' clock. */
export interface Silence {
  /** The last beat before it. */
  readonly from: number;
  /** The first beat after it. A second silence before this one is followed up does not move it. */
  readonly until: number;
}

/** The answer to a beat. */
export type Beat =
  | { readonly isOurs: false }
  /** `silence` has not been followed up yet; null for none. */
  | { readonly isOurs: true; readonly silence: Silence | null };

interface BeatRow extends Row {
  readonly silent_from: bigint | null;
  readonly served_again_at: bigint | null;
}

const isSilence = `excluded.at - b.at > ${INTERRUPTED_AFTER_MS}`;

/** Which process serves each running round, visible to all processes. */
export class Beats {
  readonly #sql: Pick<Sql, "query">;
  readonly #process: string;

  /** @param process a unique name */
  constructor(sql: Pick<Sql, "query">, process: string) {
    this.#sql = sql;
    this.#process = process;
  }

  /**
   * Records that this process serves a round, unless another does.
   * @param span now, and an instant before the round started to run: if no process has served it, the silence began
   * then. Milliseconds.
   */
  async beat(roundId: string, span: { readonly at: number; readonly from: number }): Promise<Beat> {
    const { at, from: since } = span;
    const isLate = at - since > INTERRUPTED_AFTER_MS;
    const [row] = await this.#sql.query<BeatRow>(
      `insert into round_beats as b (round_id, process, at, silent_from, served_again_at)
        values ($1, $2, $3::bigint, $4::bigint, $5::bigint)
      on conflict (round_id) do update set process = excluded.process, at = greatest(b.at, excluded.at),
        silent_from = case when ${isSilence} then coalesce(b.silent_from, b.at) else b.silent_from end,
        served_again_at = case when ${isSilence} then coalesce(b.served_again_at, excluded.at)
          else b.served_again_at end
        where b.process = excluded.process or b.at <= excluded.at - ${TAKEN_OVER_AFTER_MS}
      returning b.silent_from, b.served_again_at`,
      [roundId, this.#process, at, ...(isLate ? [since, at] : [null, null])],
    );
    if (row === undefined) return { isOurs: false };
    const { silent_from: from, served_again_at: until } = row;
    if (from === null || until === null) return { isOurs: true, silence: null };
    return { isOurs: true, silence: { from: Number(from), until: Number(until) } };
  }

  /** Clears a silence whose consequences are in the log. */
  async followed(roundId: string, { from }: Silence): Promise<void> {
    await this.#sql.query(
      `update round_beats set silent_from = null, served_again_at = null
        where round_id = $1 and silent_from = $2::bigint`,
      [roundId, from],
    );
  }

  /** Forgets a round that has ended. */
  async end(roundId: string): Promise<void> {
    await this.#sql.query("delete from round_beats where round_id = $1", [roundId]);
  }
}
