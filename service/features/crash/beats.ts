import { INTERRUPTED_AFTER_MS } from "#domain/features/crash/rules.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";

/** Nobody takes a round over from a process that said so shortly ago, in milliseconds. */
const TAKEN_OVER_AFTER_MS = 1_500;

/** Nobody served a round for a while. Milliseconds by the rounds' clock. */
export interface Silence {
  /** The last sign of service before it. */
  readonly from: number;
  /** The first one after it. Another silence before anything has followed does not put that off. */
  readonly until: number;
}

/** The reply to a process's sign of service. */
export type Beat =
  | { readonly isOurs: false }
  /** `silence` is the one that nothing has followed from yet. */
  | { readonly isOurs: true; readonly silence: Silence | null };

interface BeatRow extends Row {
  readonly silent_from: bigint | null;
  readonly served_again_at: bigint | null;
}

const isSilence = `excluded.at - b.at > ${INTERRUPTED_AFTER_MS}`;

/** The process serving a running round, visible to all processes. */
export class Beats {
  readonly #sql: Pick<Sql, "query">;
  readonly #process: string;

  /** @param process a name that no other process has */
  constructor(sql: Pick<Sql, "query">, process: string) {
    this.#sql = sql;
    this.#process = process;
  }

  /**
   * Says that this process serves a round, unless another does.
   * @param span now, and an instant before the round started to run: from then on it may have been silent if nobody
   * served it yet. Milliseconds.
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

  /** What follows from a silence is in the log. */
  async followed(roundId: string, { from }: Silence): Promise<void> {
    await this.#sql.query(
      `update round_beats set silent_from = null, served_again_at = null
        where round_id = $1 and silent_from = $2::bigint`,
      [roundId, from],
    );
  }

  /** A round has ended. */
  async end(roundId: string): Promise<void> {
    await this.#sql.query("delete from round_beats where round_id = $1", [roundId]);
  }
}
