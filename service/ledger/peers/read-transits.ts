import type { LogTransits } from "#domain/ledger/transit/reconcile.ts";
import { transitEvents } from "#domain/ledger/transit/transit.ts";
import { arrayLiteral, type Database, type Row } from "#projections/kernel/sql.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#service/event-store/append/event-rows.ts";

interface HoldingRow extends Row {
  readonly asset: string;
  readonly amount: bigint;
}

/** All that a log says of transits, as of one moment of it. */
export async function readTransits(db: Database, logId: number): Promise<LogTransits> {
  return db.transaction(
    async (tx) => {
      const [head] = await tx.query<{ position: bigint }>(
        "select position from log_heads where log_id = $1",
        [logId],
      );
      const rows = await tx.query<EventRow & { readonly leaf: Uint8Array }>(
        `select ${EVENT_COLUMNS}, leaf from events where log_id = $1 and type = any ($2::text[])
          order by position`,
        [logId, arrayLiteral(Object.keys(transitEvents))],
      );
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
      };
    },
    { isolation: "repeatable read", readOnly: true },
  );
}
