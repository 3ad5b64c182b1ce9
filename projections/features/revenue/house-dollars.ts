import type { DollarRow } from "#domain/features/revenue/contract.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { type DecodedEvents, exceptTypes } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { moneyOf } from "../../kernel/values.ts";
import { type Days, dayText } from "./revenue.ts";

/** Movements of the house's dollars, by any event. Bets, which are most of a log, move none. */
const houseDollarLegs: DecodedEvents = {
  name: "house_dollar_legs",
  columns: { day: `recorded_at / ${DAY_MS}`, event_type: "type", delta: "delta" },
  from: `from (select recorded_at, type, accounts, assets, deltas from slice
      where ${exceptTypes("CoinFlipped")} and accounts && array['house'] and assets && array['USD'] offset 0) as event
    cross join unnest(accounts, assets, deltas) as leg(account, asset, delta)
    where account = 'house' and asset = 'USD'`,
};

/** What the house earned and spent in dollars on each UTC day, by type of event. Amounts in cents. */
export const houseDollarsProjection: Projection = {
  name: "house-dollars",
  version: 1,
  tables: {
    house_dollars: {
      columns: {
        // days since 1970
        day: "bigint not null",
        event_type: "text not null",
        earned: "bigint not null",
        spent: "bigint not null",
      },
      key: ["day", "event_type"],
      fillfactor: 50,
    },
  },
  reads: [houseDollarLegs],
  apply: (table) => [
    `insert into ${table("house_dollars")} as t (day, event_type, earned, spent)
    select day, event_type, coalesce(sum(delta) filter (where delta > 0), 0),
      coalesce(sum(-delta) filter (where delta < 0), 0)
    from house_dollar_legs group by day, event_type
    on conflict (day, event_type) do update set earned = t.earned + excluded.earned,
      spent = t.spent + excluded.spent`,
  ],
};

interface DollarColumns extends Row {
  readonly day: bigint;
  readonly event_type: string;
  readonly earned: bigint;
  readonly spent: bigint;
}

/** What the house earned and spent in dollars on some days, the newest first. */
export async function dollarsOf(models: ReadModels, { first, last }: Days): Promise<DollarRow[]> {
  const rows = await models.ask<DollarColumns>(
    (table) => `select day, event_type, earned, spent from ${table("house_dollars")}
      where day between $1 and $2 order by day desc, event_type`,
    [first, last],
  );
  return rows.map(({ day, event_type: type, earned, spent }) => ({
    day: dayText(Number(day)),
    type,
    earned: moneyOf(earned),
    spent: moneyOf(spent),
    net: moneyOf(earned - spent),
  }));
}
