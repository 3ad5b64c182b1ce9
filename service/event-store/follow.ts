import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { type EventTypes, readEvent } from "#domain/kernel/events/stream-kind.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import type { Row, Statement } from "#projections/kernel/sql.ts";
import type { Head } from "./append/batch.ts";

/** Events followed at a time; a process further behind catches up without locking the head. */
export const FOLLOW_EVENTS_MAX = 2_000;

interface HeadRow extends Row {
  readonly head_position: bigint;
  readonly head_block: bigint;
  readonly head_hash: Uint8Array;
  readonly head_recorded_at: bigint;
  readonly known_hash?: Uint8Array | null;
}

/** In place of the hash of a head in the middle of a block, which has none. */
const NO_HASH = new Uint8Array(0);

const HEAD_COLUMNS =
  "position as head_position, block as head_block, hash as head_hash, recorded_at as head_recorded_at";

/** Reads the head. */
export const readHeadStatement = (logId: number): Statement => ({
  name: "read_head",
  text: `select ${HEAD_COLUMNS} from log_heads where log_id = $1`,
  values: [logId],
});

/** The hash of the block that ends at a position; null in the middle of a block. */
const KNOWN_HASH = "(select b.hash from blocks b where b.log_id = $1 and b.to_position = $2) as known_hash";

/**
 * Locks the head for the rest of the transaction: nobody else can append until it ends.
 * @param known the position up to which this process knows the log
 */
export const lockHeadStatement = (logId: number, known = 0): Statement => ({
  name: "lock_head",
  text: `select ${HEAD_COLUMNS}, ${KNOWN_HASH} from log_heads where log_id = $1 for update`,
  values: [logId, known],
});

/**
 * Reads the events after a position. It must be a separate statement after the lock: a statement that waited for the
 * lock keeps its older snapshot, and would show the new head without its events.
 */
export const followStatement = (logId: number, after: number): Statement => ({
  name: "follow",
  text: `select ${EVENT_COLUMNS} from events where log_id = $1 and position > $2
    order by position limit ${FOLLOW_EVENTS_MAX}`,
  values: [logId, after],
});

/** Head and events after a position, in one statement and so in one snapshot. */
export const catchUpStatement = (logId: number, after: number): Statement => ({
  name: "catch_up",
  text: `select h.*, e.* from (select ${HEAD_COLUMNS}, ${KNOWN_HASH} from log_heads where log_id = $1) h
    left join lateral (select ${EVENT_COLUMNS} from events where log_id = $1 and position > $2
      order by position limit ${FOLLOW_EVENTS_MAX}) e on true
    order by e.position`,
  values: [logId, after],
});

/** The head in a row of one of these statements. */
export function headOf(row: Row | undefined): Head {
  const head = row as HeadRow | undefined;
  if (head === undefined) throw new Error("The log has no head row; the database was not migrated.");
  return {
    position: Number(head.head_position),
    block: Number(head.head_block),
    hash: head.head_hash,
    recordedAt: Number(head.head_recorded_at),
  };
}

/** The head after events that end before the log does. */
export const headAfter = (head: Head, { position }: RecordedEvent): Head => ({
  ...head,
  position,
  hash: NO_HASH,
});

/**
 * The head in a row of a statement that asked from a known one.
 * @throws LogRewoundError when the log does not continue from there
 */
export function nextHeadOf(row: Row | undefined, known: Head): Head {
  const head = headOf(row);
  const { known_hash: found = null } = row as unknown as HeadRow;
  const isKnown =
    known.position === 0 ||
    known.hash.length === 0 ||
    (found !== null && Buffer.compare(found, known.hash) === 0);
  if (head.position < known.position || !isKnown) throw new LogRewoundError(head, known);
  return head;
}

/** The log lacks what this process has seen acknowledged: an older copy took its place. */
export class LogRewoundError extends Error {
  override readonly name = "LogRewoundError";

  constructor(found: Head, known: Head) {
    super(
      `The log ends at position ${found.position} and does not go on from position ${known.position}, as it was acknowledged before.`,
    );
  }
}

/** The events in the rows of one of these statements, upcast to their current schema versions. */
export function followedEvents(rows: readonly Row[], types: EventTypes): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  for (const row of rows) if (row.position !== null) events.push(readEvent(eventOf(row as EventRow), types));
  return events;
}
