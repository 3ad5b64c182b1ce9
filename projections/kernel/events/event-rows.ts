import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { decodeEvent } from "#domain/kernel/events/stored-event.ts";

/** The columns of an event, as a select list. */
export const EVENT_COLUMNS =
  "position, stream, version, type, schema_version, event_id, command_id, actor, recorded_at, payload, accounts, assets, deltas, also_in";

/** An event's row. */
export interface EventRow {
  readonly [column: string]: unknown;
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
  readonly accounts: readonly string[];
  readonly assets: readonly string[];
  readonly deltas: readonly bigint[];
  readonly also_in: readonly string[] | null;
}

/** Reads an event from its row, exactly as it was stored. */
export const eventOf = (row: EventRow): RecordedEvent =>
  decodeEvent({
    position: Number(row.position),
    stream: row.stream,
    version: Number(row.version),
    type: row.type,
    schemaVersion: row.schema_version,
    eventId: row.event_id,
    commandId: row.command_id,
    actor: row.actor,
    recordedAt: Number(row.recorded_at),
    payload: row.payload,
    accounts: row.accounts,
    assets: row.assets,
    deltas: row.deltas,
    alsoIn: row.also_in,
  });
