import { entryNumberFrom } from "#domain/ledger/entry-number.ts";
import { newestEntriesSql } from "../../kernel/events/entry-runs.ts";
import { headPosition } from "../../kernel/rebuild/shadows.ts";
import type { LogReader } from "../../kernel/replicas/log-reader.ts";
import type { Row } from "../../kernel/sql.ts";

/** A moment in the log: a position, or an instant in milliseconds since 1970. */
export type Moment = { readonly position: number } | { readonly at: number };

/** What an account held at a moment: minor units of currencies, copies of items; nothing it held none of. */
export interface BalanceAsOf {
  /** The last position that counts. */
  readonly position: number;
  readonly holdings: readonly { readonly asset: string; readonly amount: bigint }[];
}

/**
 * What an account held after a position, or after the last event recorded up to an instant.
 * @param account such as `player:p_01…`; @param asset all assets unless one is named
 */
export async function balanceAsOf(
  reader: LogReader,
  { account, asset = null }: { readonly account: string; readonly asset?: string | null },
  moment: Moment,
): Promise<BalanceAsOf> {
  const position =
    "at" in moment ? await positionAt(reader, moment.at) : await withinLog(reader, moment.position);
  const rows = await reader.sql.run<Row & { readonly asset: string; readonly amount: bigint }>({
    name: "balance_as_of",
    // One probe of the index for each asset the account ever held, however long its history.
    text: `select h.asset, e.balance_after as amount
      from holdings h cross join lateral ${newestEntriesSql("h", { before: "$4::bigint", limit: "1" })} e
      where h.log_id = $1::int and h.account = $2::text and ($3::text is null or h.asset = $3::text)
        and e.balance_after <> 0
      order by h.asset collate "C"`,
    values: [reader.logId, account, asset, entryNumberFrom(position + 1)],
  });
  return { position, holdings: rows.map((row) => ({ asset: row.asset, amount: row.amount })) };
}

/** Whether an account has ever held more than a number of assets. */
export async function hasHeldMoreThan(reader: LogReader, account: string, most: number): Promise<boolean> {
  const [row] = await reader.sql.run<Row & { readonly count: bigint }>({
    name: "assets_held",
    text: `select count(*) from (
      select 1 from holdings where log_id = $1::int and account = $2::text limit $3::int + 1) h`,
    values: [reader.logId, account, most],
  });
  return Number(row?.count) > most;
}

/** A position, or the head where that comes before it. */
async function withinLog({ sql, logId }: LogReader, position: number): Promise<number> {
  return Math.min(position, await headPosition(sql, logId));
}

/** The last position recorded up to an instant, 0 for none: a binary search by key, as time never falls. */
export async function positionAt({ sql, logId }: LogReader, at: number): Promise<number> {
  const [row] = await sql.run<Row & { readonly position: bigint }>({
    name: "position_at",
    text: `with recursive search(low, high) as (
        select 0::bigint, position from log_heads where log_id = $1::int
        union all
        select case when e.recorded_at <= $2::bigint then s.middle else s.low end,
          case when e.recorded_at <= $2::bigint then s.high else s.middle - 1 end
        from (select low, high, (low + high + 1) / 2 as middle from search where low < high) s
          join events e on e.log_id = $1::int and e.position = s.middle
      )
      select low as position from search where low = high`,
    values: [logId, at],
  });
  return Number(row?.position ?? 0n);
}
