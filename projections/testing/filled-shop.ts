import { LISTING_KEYS } from "../features/listings/listing-keys.ts";
import type { Row, Sql } from "../kernel/sql.ts";

/** Where a table's rows really are: see `TableNames`. */
type Named = (table: string) => string;

/** Tables that are filled here. */
export const SHOP_TABLES = ["limiteds", "limited_values", "listings", "listing_keys"] as const;

const FIRST_ITEM = 9_000_000;
/** One in this many listings has `rarely` in its title. */
const ONE_IN = 50;

/** Fills the catalogue with paper crowns of many values. */
export async function fillCatalogue(db: Pick<Sql, "query">, named: Named, items: number): Promise<void> {
  await db.query(
    `insert into ${named("limiteds")} (asset_id, id, name, description, asset_type)
    select n, n, 'Paper Crown ' || n, '', 8 from generate_series($1::bigint, $2::bigint) as n`,
    [FIRST_ITEM, FIRST_ITEM + items - 1],
  );
  await db.query(
    `insert into ${named("limited_values")} (asset_id, value, source, value_at, market_value, market_source, market_at)
    select n, 10000 + (n * 7919) % 5000000, 'recent_average_price', 0, 0, 'recent_average_price', 0
    from generate_series($1::bigint, $2::bigint) as n`,
    [FIRST_ITEM, FIRST_ITEM + items - 1],
  );
}

/** So many listings are put up by one statement. */
const AT_ONCE = 5_000;

/** How much there is of what. */
interface ShopSize {
  /** The numbers of the first listing and of the last. */
  readonly from: number;
  readonly to: number;
  readonly items: number;
  readonly sellers: number;
}

/**
 * Puts up listings from one number to another, a third of which somebody has looked at. Makes the index of their words
 * anew at the end: adding them to it one by one takes several times as long.
 */
export async function putUpListings(
  db: Pick<Sql, "query">,
  named: Named,
  { from, to, ...size }: ShopSize,
): Promise<void> {
  const indexes = await db.query<Row & { name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
    from pg_index join pg_class c on c.oid = indexrelid join pg_am a on a.oid = c.relam
    where indrelid = to_regclass($1) and amname = 'gin'`,
    [named("listing_keys")],
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  for (let first = from; first <= to; first += AT_ONCE) {
    const numbers = [first, Math.min(first + AT_ONCE - 1, to)];
    for (const text of putUpTexts(named, size)) await db.query(text, numbers);
  }
  for (const { made } of indexes) await db.query(made);
  const tables = [...SHOP_TABLES.map(named), "listing_views"].join(", ");
  await db.query(`analyze ${tables}`);
}

const putUpTexts = (
  named: Named,
  { items, sellers }: Pick<ShopSize, "items" | "sellers">,
): readonly string[] => [
  `insert into ${named("listings")} (listing_id, seller_id, number, created_at, copy, asset_id,
      serial, in_custody, title, description, price, condition, category, methods, is_featured, status)
    select 'l_' || n, 'p_bench_' || lpad(((n * 7919) % ${sellers})::text, 5, '0'), n, 0, 'item:' || n,
      ${FIRST_ITEM} + n % ${items}, 0, true,
      case when n % ${ONE_IN} = 0 then 'Rarely seen ' else 'For sale ' end || n, '', 100 + (n * 104729) % 20000,
      (array['excellent', 'good', 'fair'])[1 + n / 3 % 3], 0, (array['crypto,paypal', 'stripe'])[1 + n / 9 % 2], false, 'active'
    from generate_series($1::bigint, $2::bigint) as n`,
  `insert into ${named("listing_keys")} (listing_id, number, keys)
    select o.listing_id, o.number, ${LISTING_KEYS}
    from ${named("listings")} o join ${named("limiteds")} i on i.asset_id = o.asset_id
    where o.number between $1::bigint and $2::bigint`,
  `insert into listing_views (listing, views)
    select n, 1 + (n * 31) % 400 from generate_series($1::bigint, $2::bigint) as n where n % 3 = 0`,
];
