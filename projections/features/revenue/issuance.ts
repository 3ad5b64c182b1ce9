import type { SourceRow } from "#domain/features/revenue/contract.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { type DecodedEvents, exceptTypes } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { moneyOf } from "../../kernel/values.ts";

/** The common name for all copies. */
const ITEMS = "items";

/** Legs of the two sources of value. Bets, which are most of a log, have none. */
const sourceLegs: DecodedEvents = {
  name: "source_legs",
  columns: {
    day: `recorded_at / ${DAY_MS}`,
    asset: `case when asset like 'item:%' then '${ITEMS}' else asset end`,
    event_type: "type",
    delta: "delta",
  },
  from: `from (select recorded_at, type, accounts, assets, deltas from slice
      where ${exceptTypes("CoinFlipped")} and accounts && array['issuance', 'platform'] offset 0) as event
    cross join unnest(accounts, assets, deltas) as leg(account, asset, delta)
    where account in ('issuance', 'platform')`,
};

/** Value issued and returned on each UTC day, by asset and type of event. */
export const issuanceProjection: Projection = {
  name: "issuance",
  version: 1,
  tables: {
    issuance: {
      columns: {
        // days since 1970
        day: "bigint not null",
        asset: "text not null",
        event_type: "text not null",
        issued: "bigint not null",
        returned: "bigint not null",
      },
      key: ["day", "asset", "event_type"],
      fillfactor: 50,
    },
  },
  reads: [sourceLegs],
  apply: (table) => [
    `insert into ${table("issuance")} as t (day, asset, event_type, issued, returned)
    select day, asset, event_type, coalesce(sum(-delta) filter (where delta < 0), 0),
      coalesce(sum(delta) filter (where delta > 0), 0)
    from source_legs group by day, asset, event_type
    on conflict (day, asset, event_type) do update set issued = t.issued + excluded.issued,
      returned = t.returned + excluded.returned`,
  ],
};

interface SourceColumns extends Row {
  readonly event_type: string;
  readonly asset: string;
  readonly issued: bigint;
  readonly returned: bigint;
}

/** Value issued and returned from one day to another, both included and counted from 1970. */
export async function sourcesOf(
  models: ReadModels,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<SourceRow[]> {
  const rows = await models.ask<SourceColumns>(
    (table) => `select event_type, asset, sum(issued)::bigint as issued, sum(returned)::bigint as returned
      from ${table("issuance")} where day between $1 and $2 group by event_type, asset order by event_type, asset`,
    [first, last],
  );
  return rows.map(({ event_type: type, asset, issued, returned }) => {
    const amountOf = asset === ITEMS ? Number : moneyOf;
    return { type, asset, issued: amountOf(issued), returned: amountOf(returned) };
  });
}
