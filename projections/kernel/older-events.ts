import type { RecordedEvent, StreamName } from "#domain/kernel/event.ts";
import { canonicalJson, type JsonObject } from "#domain/kernel/json.ts";
import { upcast } from "#domain/kernel/stream-kind.ts";
import type { EventTypes, Step, UpcastEvent } from "./advance.ts";
import type { Row, Sql } from "./sql.ts";

interface OlderRow extends Row {
  readonly position: bigint;
  readonly stream: string;
  readonly version: bigint;
  readonly type: string;
  readonly schema_version: number;
  readonly event_id: string;
  readonly command_id: string;
  readonly actor: string;
  readonly recorded_at: bigint;
  readonly payload: string;
}

/**
 * Brings the events of a step that are of an older version to their present shape. Statements in SQL read the
 * present shape alone; what the upcasters, which are functions, make of the others goes in beside the log.
 * @throws UnknownEventError for a type or version that this program does not know
 */
export async function upcastOlder(sql: Sql, step: Step, types: EventTypes): Promise<readonly UpcastEvent[]> {
  const rows = await sql.query<OlderRow>(
    `select position, stream, version, type, schema_version, event_id, command_id, actor, recorded_at, payload
      from events where log_id = $1 and position > $2 and position <= $3
        and schema_version is distinct from ($4::jsonb ->> type)::int
      order by position`,
    [step.logId, step.from, step.limit, JSON.stringify(currentVersions(types))],
  );
  return rows.map((row) => ({
    position: Number(row.position),
    payload: canonicalJson(upcast(eventOf(row), types).payload),
  }));
}

const currentVersions = (types: EventTypes) =>
  Object.fromEntries(Object.entries(types).map(([type, { version }]) => [type, version]));

/** The event without its postings, which upcasters never touch. */
function eventOf(row: OlderRow): RecordedEvent {
  return {
    position: Number(row.position),
    stream: row.stream as StreamName,
    version: Number(row.version),
    type: row.type,
    schemaVersion: row.schema_version,
    eventId: row.event_id,
    commandId: row.command_id,
    actor: row.actor,
    recordedAt: Number(row.recorded_at),
    payload: JSON.parse(row.payload) as JsonObject,
    postings: [],
  };
}
