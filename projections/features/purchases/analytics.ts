import type { Analytics } from "#domain/features/purchases/contract.ts";
import { DAY_MS, dayOf, SECOND_MS } from "#domain/kernel/time.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { moneyOf } from "../../kernel/values.ts";

const DAYS_OF = { week: 7, month: 30, all: null } as const;
/** Days shown separately. */
const DAYS_MAX = 400;
const WHOLE = 10_000;

interface Totals extends Row {
  readonly views: bigint;
  readonly active: bigint;
  readonly sales: bigint;
  readonly revenue: bigint;
  readonly net: bigint;
  readonly to_sell: number | null;
  readonly disputes: bigint;
  readonly complaints: bigint;
  readonly taken_back: bigint;
}
interface DayRow extends Row {
  readonly day: bigint;
  readonly sales: bigint;
  readonly net: bigint;
}

/** How the sales of a player go, over a period that ends at an instant in milliseconds. */
export async function analyticsOf(
  models: ReadModels,
  sellerId: string,
  { period, at }: { readonly period: Analytics["period"]; readonly at: number },
): Promise<Analytics> {
  const days = DAYS_OF[period];
  const since = days === null ? 0 : at - days * DAY_MS;
  const paidAt = "coalesce(p.awaited_at, p.delivered_at)";
  const paid = `${paidAt} > $2`;
  const isSale = `${paid} and p.status <> 'undone'`;
  const [row] = await models.ask<Totals>(
    (table) => `select
        (select count(*) from listing_viewers w join ${table("listings")} l on l.number = w.listing
          where l.seller_id = $1 and w.day >= $3::int) as views,
        (select count(*) from ${table("listings")} where seller_id = $1 and status = 'active') as active,
        count(*) filter (where ${isSale}) as sales,
        coalesce(sum(p.price) filter (where ${isSale}), 0)::bigint as revenue,
        coalesce(sum(p.seller_payout) filter (where ${isSale}), 0)::bigint as net,
        avg(${paidAt} - l.created_at) filter (where ${isSale})::float8 as to_sell,
        count(*) filter (where ${paid} and p.payment_status = 'disputed') as disputes,
        count(*) filter (where ${paid} and p.complained_at is not null) as complaints,
        count(*) filter (where ${paid} and p.status = 'undone') as taken_back
      from ${table("purchases")} p join ${table("listings")} l on l.listing_id = p.listing_id
      where p.seller_id = $1`,
    [sellerId, since, dayOf(since)],
  );
  const byDay = await models.ask<DayRow>(
    (table) => `select ${paidAt} / ${DAY_MS} as day, count(*) as sales, sum(p.seller_payout)::bigint as net
      from ${table("purchases")} p where p.seller_id = $1 and ${isSale}
      group by 1 order by 1 desc limit ${DAYS_MAX}`,
    [sellerId, since],
  );
  const [views, sales] = [Number(row?.views ?? 0n), Number(row?.sales ?? 0n)];
  const [revenue, net] = [row?.revenue ?? 0n, row?.net ?? 0n];
  const toSell = row?.to_sell ?? null;
  return {
    period,
    views,
    activeListings: Number(row?.active ?? 0n),
    sales,
    conversion: views === 0 ? null : Math.round((sales * WHOLE) / views),
    revenue: moneyOf(revenue),
    fees: moneyOf(revenue - net),
    net: moneyOf(net),
    secondsToSell: toSell === null ? null : Math.round(toSell / SECOND_MS),
    disputes: Number(row?.disputes ?? 0n),
    complaints: Number(row?.complaints ?? 0n),
    takenBack: Number(row?.taken_back ?? 0n),
    days: byDay.toReversed().map((one) => ({
      day: new Date(Number(one.day) * DAY_MS).toISOString().slice(0, 10),
      sales: Number(one.sales),
      net: moneyOf(one.net),
    })),
  };
}
