import type { Head } from "#domain/features/ledger/contract.ts";
import type { ProjectionState } from "#domain/features/system/contract.ts";
import type { ProjectionsHealth } from "../../kernel/health.ts";
import type { LogReader } from "../../kernel/replicas/log-reader.ts";
import type { Row, Sql } from "../../kernel/sql.ts";
import { type HeadRow, headOf } from "../ledger/heads.ts";

interface GenerationRow extends Row {
  readonly name: string;
  readonly version: number;
  readonly active: boolean;
  readonly position: bigint;
}

/** The state of every read model in their database; the process adds what it did itself. */
export async function projectionStates(
  sql: Sql,
  { position: goal, projections }: ProjectionsHealth,
): Promise<readonly Omit<ProjectionState, "lastRebuild">[]> {
  // A generation that was neither activated nor replaced is being built, while its maker holds the lease.
  const rows = await sql.query<GenerationRow>(
    `select name, version, active, position from projections
      where active or (retired_at is null and lease_until > clock_timestamp()) order by name, generation`,
  );
  return projections.map(({ name, position, lag, waitedMs, error }) => {
    const shadow = rows.findLast((row) => row.name === name && !row.active);
    return {
      ...{ name, version: rows.find((row) => row.name === name && row.active)?.version ?? 0 },
      ...{ position, lag, waitedMs, error },
      rebuild: shadow === undefined ? null : { position: Number(shadow.position), goal },
    };
  });
}

/** The newest block whose head was signed; null before the first. */
export async function newestSignedHead({ sql, logId }: LogReader): Promise<Head | null> {
  const [row] = await sql.query<HeadRow>(
    `select b.number, b.from_position, b.to_position, b.previous, b.root, b.hash, s.signed_at,
        translate(encode(s.signature, 'base64'), E'\\n', '') as signature, s.key_id
      from signed_heads s join blocks b on b.log_id = s.log_id and b.number = s.number
      where s.log_id = $1 order by s.number desc, s.signed_at desc limit 1`,
    [logId],
  );
  return row === undefined ? null : headOf(row);
}
