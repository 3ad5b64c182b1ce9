import type { NewEvent } from "#domain/kernel/events/event.ts";
import { insertRunsSql } from "../kernel/events/entry-runs.ts";
import { arrayLiteral, type Database } from "../kernel/sql.ts";
import { appendSynthetic } from "./synthetic-log.ts";

/** One leg of a synthetic event: account, asset and delta. */
export type Leg = readonly [account: string, asset: string, delta: bigint];

/** An event of these legs on a stream of its own. */
export const movement = (legs: readonly Leg[]): NewEvent =>
  ({
    type: "WriterRecovered",
    schemaVersion: 1,
    stream: "log:recoveries",
    payload: { unknown: 0 },
    postings: legs.map(([account, asset, delta]) => ({ account, asset, delta })),
  }) as NewEvent;

/**
 * Appends events of these legs, one every second from 1970 on, with the entries and holdings that a writer keeps
 * beside them, computed here in another way than the product does.
 */
export async function appendMovements(db: Database, events: readonly (readonly Leg[])[]): Promise<void> {
  const history = events.map((legs, n) => ({ event: movement(legs), at: 1_000 * (n + 1) }));
  await appendSynthetic(db, history);
  const held = new Map<string, bigint>();
  const rows = events.flatMap((legs, n) =>
    legs.map(([account, asset, delta], leg) => {
      const amount = (held.get(`${account} ${asset}`) ?? 0n) + delta;
      held.set(`${account} ${asset}`, amount);
      return { position: n + 1, leg, account, asset, delta, amount };
    }),
  );
  const columns = [
    arrayLiteral(rows.map(({ position }) => position)),
    arrayLiteral(rows.map(({ leg }) => leg)),
    arrayLiteral(rows.map(({ account }) => account)),
    arrayLiteral(rows.map(({ asset }) => asset)),
    arrayLiteral(rows.map(({ delta }) => delta)),
    arrayLiteral(rows.map(({ amount }) => amount)),
  ];
  const legs = `unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
    as t(position, leg, account, asset, delta, amount)`;
  await db.query(
    `insert into holding_numbers (log_id, account, asset, number)
      select 1, account, asset, min(position * 65536 + leg)
      from ${legs} group by account, asset`,
    columns,
  );
  await db.query(
    insertRunsSql(`select h.log_id, h.number as holding, t.position, t.leg, t.delta, t.amount as balance_after
      from ${legs} join holding_numbers h on h.log_id = 1 and h.account = t.account and h.asset = t.asset`),
    columns,
  );
}
