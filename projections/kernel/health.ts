import { arrayLiteral, type Row, type Sql } from "./sql.ts";

/** A projection's position against the head of the log, both read at one moment. */
export interface ProjectionHealth {
  readonly name: string;
  readonly position: number;
  /** Events that it has yet to apply. */
  readonly lag: number;
  /** How long it has been behind without progress, in milliseconds; 0 when it is level with the log. */
  readonly waitedMs: number;
  /** Why it has stopped, if it has. */
  readonly error: string | null;
}

/** The head of the log and every projection, in the order of their names. */
export interface ProjectionsHealth {
  readonly position: number;
  readonly projections: readonly ProjectionHealth[];
}

interface HealthRow extends Row {
  readonly head: bigint;
  readonly name: string | null;
  readonly position: bigint;
  readonly waited_ms: bigint;
  readonly error: string | null;
}

/**
 * Reads all positions from the database. A projection waits since its checkpoint last moved or since its next event was
 * recorded, whichever is later: after an hour without events it is not an hour behind.
 */
export async function readHealth(
  sql: Sql,
  { names, logId }: { readonly names: readonly string[]; readonly logId: number },
): Promise<ProjectionsHealth> {
  const rows = await sql.run<HealthRow>({
    name: "projections_health",
    text: `select h.position as head, p.name, p.position, p.error,
        case when p.position < h.position then greatest(0, (extract(epoch from clock_timestamp()) * 1000)::bigint
          - greatest((extract(epoch from p.moved_at) * 1000)::bigint,
            (select recorded_at from events e where e.log_id = h.log_id and e.position = p.position + 1))
        ) else 0 end as waited_ms
      from log_heads h
        left join projections p on p.log_id = h.log_id and p.active and p.name = any ($2::text[])
      where h.log_id = $1::int order by p.name`,
    values: [logId, arrayLiteral(names)],
  });
  const position = Number(rows[0]?.head ?? 0n);
  const projections = rows.flatMap((row) => (row.name === null ? [] : [healthOf(row, row.name)]));
  return { position, projections };
}

function healthOf(row: HealthRow, name: string): ProjectionHealth {
  const position = Number(row.position);
  return {
    name,
    position,
    lag: Number(row.head) - position,
    waitedMs: Number(row.waited_ms),
    error: row.error,
  };
}
