import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { LogTransits } from "#domain/ledger/transit/reconcile.ts";
import { transitEvents } from "#domain/ledger/transit/transit.ts";
import { arrayLiteral, type Database, type Row } from "#projections/kernel/sql.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#service/event-store/append/event-rows.ts";

interface HoldingRow extends Row {
  readonly asset: string;
  readonly amount: bigint;
}

/** How it is known what a log has in custody: by events of these types, all of them in their order. */
export interface CustodyModel {
  readonly types: readonly string[];
  readonly of: (events: Iterable<RecordedEvent>) => ReadonlySet<string>;
}

/** All that a log says of transits, and of what it has in custody, as of one moment of it. */
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
      const kept = custody === null ? null : custody.of((await eventsOf(custody.types)).map(eventOf));
      const holdings = await tx.query<HoldingRow>(
        `select asset, sum(amount)::bigint as amount from holdings
          where log_id = $1 and (account like 'transit:%' or account like 'peer:%') group by asset`,
        [logId],
      );
      return {
        log: logId,
        position: Number(head?.position ?? 0n),
        events: rows.map((row) => ({ event: eventOf(row), leaf: Buffer.from(row.leaf).toString("hex") })),
        between: new Map(holdings.map(({ asset, amount }) => [asset, amount])),
        ...(kept === null ? {} : { kept }),
      };
    },
    { isolation: "repeatable read", readOnly: true },
  );
}
