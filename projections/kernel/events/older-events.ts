import { type EventTypes, readEvent } from "#domain/kernel/events/stream-kind.ts";
import { canonicalJson, type JsonObject } from "#domain/kernel/json.ts";
import type { Step, UpcastEvent } from "../advance.ts";
import type { Row, Sql } from "../sql.ts";

interface OlderRow extends Row {
  readonly position: bigint;
  readonly type: string;
  readonly schema_version: number;
  readonly payload: string;
}

/**
 * Upcasts a step's older events. SQL statements read only the present shape; upcasters are functions, so their results
 * go in beside the log.
 * @throws UnreadableEventError for an event that this program cannot read
 */
export async function upcastOlder(sql: Sql, step: Step, types: EventTypes): Promise<readonly UpcastEvent[]> {
  const rows = await sql.query<OlderRow>(
    `select position, type, schema_version, payload
      from events where log_id = $1 and position > $2 and position <= $3
        and schema_version is distinct from ($4::jsonb ->> type)::int
      order by position`,
    [step.logId, step.from, step.limit, JSON.stringify(currentVersions(types))],
  );
  return rows.map(({ type, schema_version: schemaVersion, ...row }) => {
    const position = Number(row.position);
    const older = { type, schemaVersion, position, payload: JSON.parse(row.payload) as JsonObject };
    return { position, payload: canonicalJson(readEvent(older, types).payload) };
  });
}

const currentVersions = (types: EventTypes) =>
  Object.fromEntries(Object.entries(types).map(([type, { version }]) => [type, version]));
