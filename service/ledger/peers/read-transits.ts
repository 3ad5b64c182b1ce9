import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { type EventTypes, readEvent } from "#domain/kernel/events/stream-kind.ts";
import type { LogTransits } from "#domain/ledger/transit/reconcile.ts";
import { transitEvents } from "#domain/ledger/transit/transit-events.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import { arrayLiteral, type Database, type Row } from "#projections/kernel/sql.ts";

interface HoldingRow extends Row {
  readonly asset: string;
  readonly amount: bigint;
}

/** Derives what a log has in custody from all its events of these types, in order. */
export interface CustodyModel {
  readonly types: readonly string[];
  readonly eventTypes: EventTypes;
  readonly of: (events: Iterable<RecordedEvent>) => ReadonlySet<string>;
}

/** The last position of a log, and the leaves of some of its events as hex. */
export async function readLeaves(
  db: Database,
  logId: number,
  positions: readonly number[],
): Promise<{ readonly position: number; readonly leaves: ReadonlyMap<number, string> }> {
  // The head first: all events up to it exist when they are read.
  const [head] = await db.query<{ position: bigint }>("select position from log_heads where log_id = $1", [
    logId,
  ]);
  const rows = await db.query<Row & { readonly position: bigint; readonly leaf: Uint8Array }>(
    "select position, leaf from events where log_id = $1 and position = any ($2::bigint[])",
    [logId, arrayLiteral(positions)],
  );
  const leaves = rows.map(
    ({ position, leaf }) => [Number(position), Buffer.from(leaf).toString("hex")] as const,
  );
  return { position: Number(head?.position ?? 0n), leaves: new Map(leaves) };
}

/** A log's record of its transits, and of what it has in custody, as of one moment. */
export async function readTransits(
  db: Database,
  logId: number,
  custody: CustodyModel | null = null,
): Promise<LogTransits> {
  return db.transaction(
    async (tx) => {
      const [head] = await tx.query<{ position: bigint }>(
        "select position from log_heads where log_id = $1",
        [logId],
      );
      const eventsOf = (types: readonly string[]) =>
        tx.query<EventRow & { readonly leaf: Uint8Array }>(
          `select ${EVENT_COLUMNS}, leaf from events where log_id = $1 and type = any ($2::text[])
            order by position`,
          [logId, arrayLiteral(types)],
        );
      const rows = await eventsOf(Object.keys(transitEvents));
      const kept =
        custody === null
          ? null
          : custody.of(
              (await eventsOf(custody.types)).map((row) => readEvent(eventOf(row), custody.eventTypes)),
            );
      const holdings = await tx.query<HoldingRow>(
        `select asset, sum(amount)::bigint as amount from holdings
          where log_id = $1 and (account like 'transit:%' or account like 'peer:%') group by asset`,
        [logId],
      );
      return {
        log: logId,
        position: Number(head?.position ?? 0n),
        events: rows.map((row) => ({
          event: readEvent(eventOf(row), transitEvents),
          leaf: Buffer.from(row.leaf).toString("hex"),
        })),
        between: new Map(holdings.map(({ asset, amount }) => [asset, amount])),
        ...(kept === null ? {} : { kept }),
      };
    },
    { isolation: "repeatable read", readOnly: true },
  );
}
