import type { NightlyCheck } from "#domain/features/halts/contract.ts";
import { haltStreamName } from "#domain/features/halts/events.ts";
import type { LogReader } from "../../kernel/replicas/log-reader.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";

/** Whether stakes are taken as the log says, and what the newest nightly check found. */
export interface StakesNow {
  readonly halted: boolean;
  readonly since: string | null;
  readonly reason: string | null;
  readonly lastCheck: NightlyCheck | null;
}

interface StakesRow extends Row {
  readonly type: string | null;
  readonly reason: string | null;
  readonly since: bigint | null;
  readonly night: string | null;
  readonly began_at: bigint | null;
  readonly finished_at: bigint | null;
  readonly position: bigint | null;
  readonly problem: string | null;
}

/**
 * Reads the newest of the stream of halts, one row by its index, and the newest nightly check. It needs no projection:
 * it has to work when nothing else does.
 */
export async function stakesNow({ sql, logId }: LogReader): Promise<StakesNow> {
  const [row] = await sql.run<StakesRow>({
    name: "stakes_now",
    text: STAKES_NOW,
    values: [logId, haltStreamName],
  });
  if (row === undefined) return { halted: false, since: null, reason: null, lastCheck: null };
  const halted = row.type === "StakesHalted";
  return {
    halted,
    since: halted ? instantOf(row.since) : null,
    reason: halted ? row.reason : null,
    lastCheck: row.night === null ? null : checkOf(row, row.night),
  };
}

function checkOf(row: StakesRow, night: string): NightlyCheck {
  return {
    night,
    beganAt: instantOf(row.began_at),
    finishedAt: row.finished_at === null ? null : instantOf(row.finished_at),
    position: row.position === null ? null : Number(row.position),
    problem: row.problem,
  };
}

const STAKES_NOW = `select e.type, e.payload::jsonb ->> 'reason' as reason, e.recorded_at as since,
    c.night, c.began_at, c.finished_at, c.position, c.problem
  from (select 1) one
    left join lateral (
      select type, payload, recorded_at from events where log_id = $1::int and stream = $2::text
      order by version desc limit 1
    ) e on true
    left join lateral (
      select night, began_at, finished_at, position, problem from nightly_checks where log_id = $1::int
      order by night desc limit 1
    ) c on true`;
