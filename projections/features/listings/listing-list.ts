import type { Copy } from "#domain/accounts/item.ts";
import { rarityOf } from "#domain/features/limiteds/rules.ts";
import type { ItemPrices, ListingShown, ListingsQuery } from "#domain/features/listings/contract.ts";
import { ceilingOf, WATCHED_MAX } from "#domain/features/listings/rules.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { formatMinor, type Minor, minor } from "#domain/kernel/money.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { ANYBODY, type Viewer } from "#domain/player/privacy.ts";
import { cursorAt } from "../../kernel/cursor.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import { pictureAddress } from "../limiteds/limiteds.ts";
import { PLAYER_COLUMNS, type PlayerColumns, playerOf, withIdentity } from "../players/identity.ts";
import { browsed } from "./browse.ts";
import { RATING } from "./seller.ts";

/** How many sold copies a price history shows. */
const SALES_MAX = 100;
const MEDIAN_DAYS = 30;

interface ListingRow extends PlayerColumns {
  readonly listing_id: string;
  readonly number: bigint;
  readonly created_at: bigint;
  readonly asset_id: bigint;
  readonly serial: number;
  readonly in_custody: boolean;
  readonly title: string;
  readonly description: string;
  readonly price: bigint;
  readonly condition: ListingShown["condition"];
  readonly category: number;
  readonly methods: string;
  readonly is_featured: boolean;
  readonly status: ListingShown["status"];
  readonly item_id: bigint;
  readonly name: string;
  readonly value: bigint;
  readonly views: bigint;
  readonly sales: bigint;
  readonly rating: number | null;
}

const SELECTED = `l.*, l.seller_id as player_id, m.id as item_id, m.name, v.value,
    coalesce(w.views, 0)::bigint as views, ${PLAYER_COLUMNS},
    coalesce(z.sales, 0)::bigint as sales, ${RATING} as rating`;
const JOINED = (table: TableNames) => `join ${table("limiteds")} m on m.asset_id = l.asset_id
    join ${table("limited_values")} v on v.asset_id = l.asset_id
    left join listing_views w on w.listing = l.number
    left join ${table("sellers")} z on z.seller_id = l.seller_id
    ${withIdentity("i", "l.seller_id")}`;

function shown(row: ListingRow, viewer: Viewer): ListingShown {
  const assetId = Number(row.asset_id);
  const imageUrl = pictureAddress(assetId);
  return {
    id: Number(row.number),
    position: Number(row.number),
    title: row.title,
    description: row.description || null,
    priceUSD: moneyOf(row.price),
    condition: row.condition,
    paymentMethods: row.methods.split(",") as ListingShown["paymentMethods"],
    views: Number(row.views),
    isActive: row.status === "active",
    isFeatured: row.is_featured,
    status: row.status,
    createdAt: instantOf(row.created_at),
    limited: {
      id: Number(row.item_id),
      robloxAssetId: assetId,
      name: row.name,
      imageUrl,
      rarity: rarityOf(row.value),
      estimatedValue: moneyOf(row.value),
    },
    imageUrl,
    serialNumber: row.serial || null,
    inCustody: row.in_custody,
    seller: { ...playerOf(row, viewer), rating: row.rating, sales: Number(row.sales) },
    category: row.category || null,
    isOwn: viewer.playerId === row.player_id,
  };
}

/** A page of what is for sale, and where it goes on; null at its end. @throws BadCursorError */
export async function listingsForSale(
  models: ReadModels,
  viewer: Viewer,
  { limit = LIST_LIMIT_DEFAULT, ...query }: ListingsQuery,
): Promise<{ readonly items: readonly ListingShown[]; readonly next: string | null }> {
  const { values, found } = browsed({ ...query, limit: limit + 1 });
  const rows = await models.ask<ListingRow>(
    (table) => `with ${found(table)}
      select ${SELECTED} from found join ${table("listings")} l on l.number = found.number ${JOINED(table)}
      order by found.at, l.number desc`,
    values,
  );
  const items = rows.slice(0, limit).map((row) => shown(row, viewer));
  const end = items.at(-1);
  return { items, next: rows.length > limit && end !== undefined ? cursorAt(end.id) : null };
}

/** A player's own listings, the newest first. */
export async function ownListings(
  models: ReadModels,
  playerId: string,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window,
): Promise<ListingShown[]> {
  const rows = await models.ask<ListingRow>(
    (table) => `select ${SELECTED} from ${table("listings")} l ${JOINED(table)}
      where l.seller_id = $1 and l.number < $2 order by l.number desc limit $3`,
    [playerId, before, limit],
  );
  return rows.map((row) => shown(row, { ...ANYBODY, playerId }));
}

/** Active listings of copies that the house does not have: a seller's own, and those of any of these copies. */
export async function listingsOnSight(
  models: ReadModels,
  { sellerId, copies }: { readonly sellerId: string; readonly copies: readonly Copy[] },
): Promise<readonly { readonly listingId: string; readonly sellerId: string; readonly copy: Copy }[]> {
  const rows = await models.ask<Row & { listing_id: string; seller_id: string; copy: Copy }>(
    (table) => `select listing_id, seller_id, copy from ${table("listings")}
      where status = 'active' and not in_custody and (seller_id = $1 or copy = any ($2::text[]))`,
    [sellerId, arrayLiteral(copies)],
  );
  return rows.map(({ listing_id, seller_id, copy }) => ({
    listingId: listing_id,
    sellerId: seller_id,
    copy,
  }));
}

/** The listings that somebody watches, the newest first. */
export async function watchedListings(models: ReadModels, viewer: Viewer): Promise<ListingShown[]> {
  const rows = await models.ask<ListingRow>(
    (table) => `select ${SELECTED} from shop_watchlist y
      join ${table("listings")} l on l.number = y.listing ${JOINED(table)}
      where y.player_id = $1 and l.status in ('active', 'reserved') order by l.number desc limit ${WATCHED_MAX}`,
    [viewer.playerId ?? ""],
  );
  return rows.map((row) => shown(row, viewer));
}

/** One listing by its number, in any state, with the id of its stream; null without one. */
export async function listingByNumber(
  models: ReadModels,
  number: number,
  viewer: Viewer,
): Promise<{ readonly listingId: string; readonly listing: ListingShown } | null> {
  const [row] = await models.ask<ListingRow>(
    (table) => `select ${SELECTED} from ${table("listings")} l ${JOINED(table)} where l.number = $1`,
    [number],
  );
  return row === undefined ? null : { listingId: row.listing_id, listing: shown(row, viewer) };
}

/** One listing by the id of its stream; null if it does not exist yet. */
export const listingById = async (
  models: ReadModels,
  listingId: string,
  viewer: Viewer,
): Promise<ListingShown | null> => (await listingsById(models, [listingId], viewer)).get(listingId) ?? null;

/** Listings by the ids of their streams. */
export async function listingsById(
  models: ReadModels,
  listingIds: readonly string[],
  viewer: Viewer,
): Promise<ReadonlyMap<string, ListingShown>> {
  const rows = await models.ask<ListingRow>(
    (table) =>
      `select ${SELECTED} from ${table("listings")} l ${JOINED(table)} where l.listing_id = any ($1::text[])`,
    [arrayLiteral([...new Set(listingIds)])],
  );
  return new Map(rows.map((row) => [row.listing_id, shown(row, viewer)]));
}

interface PriceRow extends Row {
  readonly value: bigint;
  readonly lowest: bigint | null;
  readonly median: bigint | null;
}

/**
 * The sale prices of an item's copies.
 * @param rate cents that 1,000 RBX count as
 * @returns null for an item that the catalogue does not have
 */
export async function pricesOfItem(
  models: ReadModels,
  assetId: number,
  { at, rate }: { readonly at: number; readonly rate: Minor },
): Promise<ItemPrices | null> {
  const [row] = await models.ask<PriceRow>(
    (table) => `select v.value,
        (select min(price) from ${table("listings")} where asset_id = $1 and status = 'active') as lowest,
        (select percentile_disc(0.5) within group (order by price) from ${table("listings")}
          where asset_id = $1 and status = 'sold' and ended_at >= $2) as median
      from ${table("limited_values")} v where v.asset_id = $1`,
    [assetId, at - MEDIAN_DAYS * DAY_MS],
  );
  if (row === undefined) return null;
  const sales = await models.ask<Row & { readonly price: bigint; readonly ended_at: bigint }>(
    (table) => `select price, ended_at from ${table("listings")} where asset_id = $1 and status = 'sold'
      order by ended_at desc limit ${SALES_MAX}`,
    [assetId],
  );
  const most = ceilingOf(row.value > 0n ? row.value : null, rate);
  const counted = (row.value * rate) / minor("1000.00");
  const suggested = row.median ?? row.lowest ?? (counted > 0n ? counted : minor("0.01"));
  return {
    limitedId: assetId,
    sales: sales.map(({ price, ended_at: soldAt }) => ({
      priceUSD: moneyOf(price),
      soldAt: instantOf(soldAt),
    })),
    median: row.median === null ? null : moneyOf(row.median),
    lowest: row.lowest === null ? null : moneyOf(row.lowest),
    suggestion: formatMinor(suggested < most ? suggested : most),
    most: formatMinor(most),
  };
}
