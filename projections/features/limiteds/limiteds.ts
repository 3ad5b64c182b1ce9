import type { Limited, ValuedLimited } from "#domain/features/limiteds/contract.ts";
import {
  LIMITEDS_MAX,
  rarityOf,
  type ValueContext,
  type ValueSource,
} from "#domain/features/limiteds/rules.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { cursorBy, placeOf } from "../../kernel/cursor.ts";
import { texts } from "../../kernel/events/columns.ts";
import { decodedEvents } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import { type Page, type PageQuery, pageOf } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";

/** Items added to the catalogue: each once, under a fixed name. */
export const limitedListings = decodedEvents("limited_listings", "LimitedsListed", {
  items: "payload -> 'items'",
});
const valuations = decodedEvents("limited_valuations", "LimitedsValued", { valued: "payload -> 'values'" });

const OVERRIDE = {
  asset_id: "(payload ->> 'assetId')::bigint",
  ...texts("by", "reason"),
};
const overrides = decodedEvents("limited_overrides", "LimitedValueOverridden", {
  ...OVERRIDE,
  value: "(payload ->> 'value')::bigint",
});
const liftings = decodedEvents("limited_liftings", "LimitedValueOverrideLifted", OVERRIDE);

/** The newest market value of each item in a slice. */
const TOLD = `select distinct on (asset_id) asset_id, value, source, value_at
    from (
      select position, item from limited_listings cross join lateral jsonb_array_elements(items) as item
      union all
      select position, item from limited_valuations cross join lateral jsonb_array_elements(valued) as item
    ) told cross join lateral (
      select (item ->> 'assetId')::bigint as asset_id, (item ->> 'value')::bigint as value,
        item ->> 'source' as source, (item ->> 'valueAt')::bigint as value_at
    ) read
    order by asset_id, position desc`;

/** The newest override of each item in a slice: null lifts it. */
const WORDS = `select distinct on (asset_id) asset_id, value, by, reason, recorded_at
    from (
      select position, asset_id, value, by, reason, recorded_at from limited_overrides
      union all
      select position, asset_id, null, by, reason, recorded_at from limited_liftings
    ) said
    order by asset_id, position desc`;

/**
 * The catalogue: items and their values. Two tables, because an item may be listed and revalued in one slice. The value
 * is the one in force; the market's is stored beside it, for when an override is lifted.
 */
export const limitedsProjection: Projection = {
  name: "limiteds",
  version: 2,
  tables: {
    limiteds: {
      columns: {
        asset_id: "bigint not null",
        id: "bigint not null",
        name: "text not null",
        description: "text not null",
        asset_type: "integer not null",
      },
      key: ["asset_id"],
    },
    limited_values: {
      columns: {
        asset_id: "bigint not null",
        value: "bigint not null",
        source: "text not null",
        value_at: "bigint not null",
        market_value: "bigint not null",
        market_source: "text not null",
        market_at: "bigint not null",
        // null while nobody has set the value
        override_by: "text",
        override_reason: "text",
      },
      key: ["asset_id"],
      fillfactor: 70,
    },
  },
  reads: [limitedListings, valuations, overrides, liftings],
  apply: (table) => [
    `insert into ${table("limiteds")} (asset_id, id, name, description, asset_type)
    select (item ->> 'assetId')::bigint, (item ->> 'id')::bigint, item ->> 'name', item ->> 'description',
      (item ->> 'assetType')::int
    from limited_listings cross join lateral jsonb_array_elements(items) as item`,
    `insert into ${table("limited_values")} (asset_id, value, source, value_at, market_value, market_source,
      market_at, override_by, override_reason)
    select asset_id,
      case when is_overridden then override_value else market_value end,
      case when is_overridden then 'override' else market_source end,
      case when is_overridden then overridden_at else market_at end,
      market_value, market_source, market_at,
      case when is_overridden then override_by end,
      case when is_overridden then override_reason end
    from (
      select asset_id,
        coalesce(m.value, t.market_value) as market_value,
        coalesce(m.source, t.market_source) as market_source,
        coalesce(m.value_at, t.market_at) as market_at,
        case when w.by is null then t.override_by is not null else w.value is not null end as is_overridden,
        coalesce(w.value, t.value) as override_value,
        coalesce(w.recorded_at, t.value_at) as overridden_at,
        coalesce(w.by, t.override_by) as override_by,
        coalesce(w.reason, t.override_reason) as override_reason
      from (${TOLD}) m full join (${WORDS}) w using (asset_id) left join ${table("limited_values")} t using (asset_id)
      where m.value is not null or t.market_value is not null
    ) known
    on conflict (asset_id) do update set value = excluded.value, source = excluded.source,
      value_at = excluded.value_at, market_value = excluded.market_value, market_source = excluded.market_source,
      market_at = excluded.market_at, override_by = excluded.override_by, override_reason = excluded.override_reason`,
  ],
};

/** What a query about items selects of `limiteds l` and `limited_values v`. */
export const LIMITED_COLUMNS =
  "l.asset_id, l.id, l.name, l.description, l.asset_type, v.value, v.source, v.value_at";

export interface LimitedRow extends Row {
  readonly asset_id: bigint;
  readonly id: bigint;
  readonly name: string;
  readonly description: string;
  readonly asset_type: number;
  readonly value: bigint;
  readonly source: string;
  readonly value_at: bigint;
}

/** Where this site serves an item's picture. */
export const pictureAddress = (assetId: number): string => `/api/limiteds/${assetId}/picture`;

/** An item as answers carry it. */
export function limitedOf(row: LimitedRow): Limited {
  const assetId = Number(row.asset_id);
  return {
    id: Number(row.id),
    robloxAssetId: assetId,
    name: row.name,
    description: row.description,
    imageUrl: pictureAddress(assetId),
    rarity: rarityOf(row.value),
    estimatedValue: moneyOf(row.value),
    isCollectible: true,
    valueAt: instantOf(row.value_at),
    valueSource: row.source as ValueContext,
  };
}

/** The items of the catalogue, the most valuable first: by default as many as it has room for. */
export async function limiteds(
  models: ReadModels,
  { limit = LIMITEDS_MAX }: Pick<Window, "limit"> = {},
): Promise<Limited[]> {
  const rows = await models.ask<LimitedRow>(
    (
      table,
    ) => `select ${LIMITED_COLUMNS} from ${table("limiteds")} l join ${table("limited_values")} v using (asset_id)
      order by v.value desc, l.id limit $1`,
    [limit],
  );
  return rows.map(limitedOf);
}

interface ValuedRow extends LimitedRow {
  readonly market_value: bigint;
  readonly market_source: string;
  readonly market_at: bigint;
  readonly override_by: string | null;
  readonly override_reason: string | null;
}

/**
 * Each item's value and source, by catalogue number.
 * @param search in the name, or the whole of the number at the platform
 * @throws BadCursorError when `next` is not a cursor of this list
 */
export async function limitedValues(
  models: ReadModels,
  {
    search = "",
    isOverridden,
    limit = LIST_LIMIT_DEFAULT,
    next,
  }: PageQuery & { readonly search?: string | undefined; readonly isOverridden: boolean },
): Promise<Page<ValuedLimited>> {
  const rows = await models.ask<ValuedRow>(
    (
      table,
    ) => `select ${LIMITED_COLUMNS}, v.market_value, v.market_source, v.market_at, v.override_by, v.override_reason
      from ${table("limiteds")} l join ${table("limited_values")} v using (asset_id)
      where l.id > $1 and (position(lower($2::text) in lower(l.name)) > 0 or l.asset_id::text = $2::text)
        and (v.override_by is not null or not $3::boolean)
      order by l.id limit $4`,
    [next === undefined ? 0 : placeOf(next), search, isOverridden, limit + 1],
  );
  return pageOf(rows, limit, { item: valuedOf, cursor: cursorBy("id") });
}

function valuedOf(row: ValuedRow): ValuedLimited {
  const assetId = Number(row.asset_id);
  const { override_by: by, override_reason: reason } = row;
  return {
    id: Number(row.id),
    assetId,
    name: row.name,
    imageUrl: pictureAddress(assetId),
    value: moneyOf(row.value),
    market: {
      value: moneyOf(row.market_value),
      source: row.market_source as ValueSource,
      at: instantOf(row.market_at),
    },
    override: by === null || reason === null ? null : { by, reason, at: instantOf(row.value_at) },
  };
}

/** Items with the oldest market values, to be refreshed next. */
export async function oldestValues(models: ReadModels, limit: number): Promise<number[]> {
  const rows = await models.ask<Row & { readonly asset_id: bigint }>(
    (table) => `select asset_id from ${table("limited_values")} order by market_at, asset_id limit $1`,
    [limit],
  );
  return rows.map(({ asset_id }) => Number(asset_id));
}

/** Which of some items the catalogue has, by their numbers at the platform. */
export async function listedAmong(
  models: ReadModels,
  assetIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await models.ask<Row & { readonly asset_id: bigint }>(
    (table) => `select asset_id from ${table("limiteds")} where asset_id = any ($1::bigint[])`,
    [arrayLiteral(assetIds)],
  );
  return new Set(rows.map(({ asset_id }) => Number(asset_id)));
}
