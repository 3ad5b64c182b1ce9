import type { RecordedEvent, StreamName } from "#domain/kernel/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Account, Asset } from "#domain/ledger/account.ts";
import type { Posting } from "#domain/ledger/posting.ts";

/** The columns of an event that readers ask for, in a select list. */
export const EVENT_COLUMNS =
  "position, stream, version, type, schema_version, event_id, command_id, actor, recorded_at, payload, accounts, assets, deltas, also_in";

/** An event as the database gives it. */
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
export function eventOf(row: EventRow): RecordedEvent {
  const event = {
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
    postings: postingsOf(row),
  };
  return row.also_in === null ? event : { ...event, alsoIn: row.also_in as StreamName[] };
}

/** The postings of an event's row, leg by leg. */
export function postingsOf(row: Pick<EventRow, "accounts" | "assets" | "deltas">): Posting[] {
  return row.accounts.map((account, leg) => ({
    account: account as Account,
    asset: row.assets[leg] as Asset,
    delta: row.deltas[leg] as bigint,
  }));
}
