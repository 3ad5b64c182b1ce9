import type { Limited } from "#domain/features/limiteds/contract.ts";
import { rarityOf, type ValueSource } from "#domain/features/limiteds/rules.ts";
import { facts } from "../../kernel/facts.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";

const listings = facts("limited_listings", "LimitedsListed", { items: "payload -> 'items'" });
const valuations = facts("limited_valuations", "LimitedsValued", { valued: "payload -> 'values'" });

/**
 * The catalogue: what each item is, and what it is worth. Two tables, because an item may be listed and valued anew in
 * one slice.
 */
export const limitedsProjection: Projection = {
  name: "limiteds",
  version: 1,
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
      },
      key: ["asset_id"],
      fillfactor: 70,
    },
  },
  reads: [listings, valuations],
  apply: (table) => [
    `insert into ${table("limiteds")} (asset_id, id, name, description, asset_type)
    select (item ->> 'assetId')::bigint, (item ->> 'id')::bigint, item ->> 'name', item ->> 'description',
      (item ->> 'assetType')::int
    from limited_listings cross join lateral jsonb_array_elements(items) as item`,
    `insert into ${table("limited_values")} (asset_id, value, source, value_at)
    select distinct on (asset_id) asset_id, value, source, value_at
    from (
      select position, item from limited_listings cross join lateral jsonb_array_elements(items) as item
      union all
      select position, item from limited_valuations cross join lateral jsonb_array_elements(valued) as item
    ) told cross join lateral (
      select (item ->> 'assetId')::bigint as asset_id, (item ->> 'value')::bigint as value,
        item ->> 'source' as source, (item ->> 'valueAt')::bigint as value_at
    ) read
    order by asset_id, position desc
    on conflict (asset_id) do update set value = excluded.value, source = excluded.source,
      value_at = excluded.value_at`,
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
    valueSource: row.source as ValueSource,
  };
}

/** Every item of the catalogue, the most valuable first. */
export async function limiteds(models: ReadModels): Promise<Limited[]> {
  const rows = await models.ask<LimitedRow>(
    (
      table,
    ) => `select ${LIMITED_COLUMNS} from ${table("limiteds")} l join ${table("limited_values")} v using (asset_id)
      order by v.value desc, l.id`,
  );
  return rows.map(limitedOf);
}

/** The numbers of items whose values are the oldest, for whoever asks for new ones. */
export async function oldestValues(models: ReadModels, limit: number): Promise<number[]> {
  const rows = await models.ask<Row & { readonly asset_id: bigint }>(
    (table) => `select asset_id from ${table("limited_values")} order by value_at, asset_id limit $1`,
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
