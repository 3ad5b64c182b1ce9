import { EPIC_FROM, LEGENDARY_FROM, RARE_FROM } from "#domain/features/limiteds/rules.ts";
import type { ListingsQuery } from "#domain/features/listings/contract.ts";
import { placeOf } from "../../kernel/cursor.ts";
import type { TableNames } from "../../kernel/projection.ts";
import { arrayLiteral, type SqlValue } from "../../kernel/sql.ts";
import { folded, keysOf } from "./listing-keys.ts";

/** The minimum value of a rarity. */
const RARITY_FROM = { legendary: LEGENDARY_FROM, epic: EPIC_FROM, rare: RARE_FROM, common: 0n } as const;
const RARITY_BELOW = { legendary: null, epic: LEGENDARY_FROM, rare: EPIC_FROM, common: RARE_FROM } as const;

/** Cents for a million of value; items without a value come last. */
const DEAL_NONE = "9007199254740991";
const DEAL = `case when v.value > 0 then l.price * 1000000 / v.value else ${DEAL_NONE} end`;

/** Gathers values for a statement. */
class Values {
  readonly all: SqlValue[] = [];

  /** @returns what stands for the value in the statement */
  add(value: SqlValue, type: "bigint" | "bigint[]" | "int" | "text"): string {
    this.all.push(value);
    return `$${this.all.length}::${type}`;
  }
}

type Filter = Omit<ListingsQuery, "sort" | "next" | "limit">;

/** The pieces that lists of every order are made of. */
interface Pieces {
  readonly table: TableNames;
  readonly wanted: string;
  /** The conditions that bound an order by price. */
  readonly priced: string;
  /** The keys by which indexes narrow the listings; empty without any. */
  readonly narrow: string;
  /** Whether the list goes on behind `place`, which has a column `at` for the order, and the listing's `number`. */
  readonly goesOn: boolean;
  readonly limit: string;
}

const AT = "(select at from place)";
const NUMBER = "(select number from place)";

/** A list in one order: what `place` is sorted by, and the rows of the page as `at`, lowest first, and `number`. */
interface Order {
  readonly at: string;
  /** The condition that a listing is behind `place`. */
  readonly after: string;
  /** Each is read from an index up to the end of the page. */
  readonly found: (pieces: Pieces) => string;
  /** The same from the first listings of the order, as `near`; less than a page where those are not enough. */
  readonly near: (pieces: Pieces) => string;
}

/** Listings scanned in list order before the keys are used: common keys are found sooner by scanning. */
const NEAR = 2_000;
/**
 * SQL: that number, hidden from the planner, which then expects few rows and reads them in order. If it knew the
 * number, it might sort everything: among 20,000 listings it read 15,000.
 */
const NEAR_UNSEEN = `(select ${NEAR})`;
/** No index orders by deals: among this many newest listings most items have some. */
const NEAR_DEALS = NEAR / 10;
/** Listings of a seller or price range scanned before the key indexes are used. */
const NARROW = 5_000;
/** Maximum copies of an item scanned for a match. */
const NEAR_COPIES = 32;

/** Listings `l` for sale with their items' values and names; conditions on them are added with `and`. */
const joined = (table: TableNames, listings: string): string => `from ${listings} l
        join ${table("limited_values")} v on v.asset_id = l.asset_id
        join ${table("limiteds")} m on m.asset_id = l.asset_id`;
const from = ({ table }: Pieces): string => joined(table, table("listings"));

const FOR_SALE = "l.status = 'active'";

const simple = (at: string, order: string, after: string): Order => ({
  at,
  after,
  found: (pieces) => `found as (
    select ${at} as at, l.number ${from(pieces)} where ${pieces.wanted} ${pieces.goesOn ? `and ${after}` : ""}
    order by ${order} limit ${pieces.limit})`,
  near: ({ table, wanted, priced, goesOn, limit }) => {
    const first = `(select l.* from ${table("listings")} l where ${FOR_SALE}
      ${order.startsWith("l.price") ? priced : ""} ${goesOn ? `and ${after}` : ""} order by ${order} limit ${NEAR_UNSEEN})`;
    return `near as materialized (
      select ${at} as at, l.number ${joined(table, first)} where ${wanted} order by ${order} limit ${limit})`;
  },
});

const SEEN = `(w.views, w.listing) < (-${AT}, ${NUMBER})`;
const UNSEEN = `not exists (select from listing_views w where w.listing = l.number)`;
const UNSEEN_AFTER = `l.number < (select case when at < 0 then 9007199254740991 else number end from place)`;

const popular: Order = {
  at: "-coalesce((select w.views from listing_views w where w.listing = l.number), 0)",
  after: `coalesce((select ${SEEN} from listing_views w where w.listing = l.number), ${UNSEEN_AFTER})`,
  // Those that somebody has looked at, by how often, and only behind them the others.
  found: (pieces) => {
    const { wanted, goesOn, limit } = pieces;
    return `seen as materialized (
      select -w.views as at, l.number ${from(pieces)} join listing_views w on w.listing = l.number
      where ${wanted} ${goesOn ? `and ${SEEN}` : ""} order by w.views desc, w.listing desc limit ${limit}),
    unseen as (
      select 0 as at, l.number ${from(pieces)}
      where (select count(*) from seen) < ${limit} and ${wanted} and ${UNSEEN} ${goesOn ? `and ${UNSEEN_AFTER}` : ""}
      order by l.number desc limit ${limit}),
    found as (
      select * from (select * from seen union all select * from unseen) listed
      order by at, number desc limit ${limit})`;
  },
  near: ({ table, wanted, goesOn, limit }) => {
    const unseen = `(select l.* from ${table("listings")} l
      where ${FOR_SALE} and ${UNSEEN} ${goesOn ? `and ${UNSEEN_AFTER}` : ""} order by l.number desc limit ${NEAR})`;
    return `seen as materialized (
      select l.*, -w.views as at from listing_views w cross join lateral (
        select * from ${table("listings")} l where l.number = w.listing and ${FOR_SALE} offset 0) l
      ${goesOn ? `where ${SEEN}` : ""} order by w.views desc, w.listing desc limit ${NEAR}),
    near as materialized (
      select * from (
        select l.at, l.number ${joined(table, "seen")} where ${wanted}
        union all
        select 0, l.number ${joined(table, unseen)} where (select count(*) from seen) < ${NEAR} and ${wanted}
      ) listed order by at, number desc limit ${limit})`;
  },
};

const DEAL_AFTER = `(${DEAL} > ${AT} or (${DEAL} = ${AT} and l.number < ${NUMBER}))`;
/** The price at which an item's copy is such a deal; of an item without a value every copy is one alike. */
const priceOf = (at: string, worthless: number): string =>
  `case when v.value > 0 then trunc(least(${at}::numeric * v.value / 1000000, 1000000000)) else ${worthless} end::bigint`;

/** Copies for sale of an item with its value `v`. */
const copiesOf = ({ table, goesOn }: Pieces): string => `select l.* from ${table("listings")} l
    where l.asset_id = v.asset_id and ${FOR_SALE} ${goesOn ? `and l.price >= ${priceOf(AT, 0)}` : ""}`;
const CHEAPEST = "order by l.price, l.number desc";

/**
 * The best deals, as `name`: at least one of each of the items with the best deals, and no copy of these items that is
 * a worse deal than the last of those. @param most how many copies of an item are looked at for its best
 */
const bestDeals = (
  pieces: Pieces,
  { name, when, most }: { readonly name: string; readonly when: string; readonly most: string },
): string => {
  const { table, limit, goesOn } = pieces;
  const wanted = `${pieces.wanted} ${goesOn ? `and ${DEAL_AFTER}` : ""}`;
  return `bests as materialized (
      select v.asset_id, v.value, m.name, best.* from ${table("limited_values")} v
        join ${table("limiteds")} m on m.asset_id = v.asset_id
        cross join lateral (
          select ${DEAL} as at, l.number from (${copiesOf(pieces)} ${most}) l where ${wanted}
          ${CHEAPEST} limit 1
        ) best
      where ${when}),
    items as materialized (select * from bests order by at, number desc limit ${limit}),
    worst as materialized (select case when count(*) < ${limit} then ${DEAL_NONE} else max(at) end as at from items),
    ${name} as materialized (
      select best.* from items v cross join lateral (select v.name) m cross join lateral (
        select ${DEAL} as at, l.number from (${copiesOf(pieces)}) l
        where l.price <= ${priceOf("((select at from worst) + 1)", 1_000_000_000)} and ${wanted}
        ${CHEAPEST} limit ${limit}
      ) best
      order by best.at, best.number desc limit ${limit})`;
};

const deal: Order = {
  at: DEAL,
  after: DEAL_AFTER,
  found: (pieces) => bestDeals(pieces, { name: "found", when: "true", most: "" }),
  near: (pieces) => {
    const { table, wanted, limit } = pieces;
    const newest = `(select l.* from ${table("listings")} l where ${FOR_SALE} order by l.number desc limit ${NEAR})`;
    const isDense = `(select count(*) from dense) >= ${NEAR_DEALS}`;
    // An item whose first copies do not match may still have a better deal than the page's last.
    return `dense as materialized (select ${joined(table, newest)} where ${wanted} limit ${NEAR_DEALS}),
    ${bestDeals(pieces, { name: "deals", when: isDense, most: `${CHEAPEST} limit ${NEAR_COPIES}` })},
    near as materialized (
      select * from deals where not exists (
        select from ${table("limited_values")} v
          cross join lateral (select ${DEAL} as at from (
            ${copiesOf(pieces)} ${CHEAPEST} offset ${NEAR_COPIES - 1} limit 1) l) last
        where (select count(*) from deals) >= ${limit} and last.at <= (select max(at) from deals)
          and v.asset_id not in (select asset_id from bests)))`;
  },
};

const ORDERS: { readonly [S in ListingsQuery["sort"]]: Order } = {
  newest: simple("-l.number", "l.number desc", `l.number < ${NUMBER}`),
  price_asc: simple(
    "l.price",
    "l.price, l.number desc",
    `l.price >= ${AT} and (l.price > ${AT} or l.number < ${NUMBER})`,
  ),
  price_desc: simple("-l.price", "l.price desc, l.number desc", `(l.price, l.number) < (-${AT}, ${NUMBER})`),
  popular,
  deal,
};

/** A page by keys: from the first listings in its order, or else from all with the keys. */
function foundByKeys({ at, after, near }: Order, pieces: Pieces, keys: string): string {
  const { table, wanted, narrow, goesOn, limit } = pieces;
  const isOpen = `(select count(*) from near) < ${limit}`;
  // The planner must not inline these: for common keys it would read the whole table.
  return `${near(pieces)},
    narrow as materialized (
      select l.number from ${table("listings")} l where ${isOpen} and ${FOR_SALE} and ${narrow || "false"} limit ${NARROW}),
    matched as materialized (
      select number from narrow ${narrow === "" ? "" : `where (select count(*) from narrow) < ${NARROW}`}
      union all
      select k.number from ${table("listing_keys")} k
      where ${isOpen} ${narrow === "" ? "" : `and (select count(*) from narrow) >= ${NARROW}`} and k.keys @> (select ${keys})),
    found as (
      select * from (
        select at, number from near where not (${isOpen})
        union all
        select ${at} as at, l.number ${joined(
          table,
          `matched n cross join lateral (
          select * from ${table("listings")} l where l.number = n.number offset 0)`,
        )}
        where ${wanted} ${goesOn ? `and ${after}` : ""}
      ) listed order by at, number desc limit ${limit})`;
}

/** The request as conditions on a listing `l`, its item `m` and the item's value `v`. */
function wantedOf(query: Filter, values: Values): Pick<Pieces, "wanted" | "priced" | "narrow"> {
  const {
    search = "",
    minPrice,
    maxPrice,
    condition,
    paymentMethod,
    seller,
    limitedId,
    rarity,
    category,
  } = query;
  const wanted = [FOR_SALE];
  const priced: string[] = [];
  const narrow: string[] = [];
  const text = search.trim();
  if (minPrice !== undefined) priced.push(`l.price >= ${values.add(minPrice, "bigint")}`);
  if (maxPrice !== undefined) priced.push(`l.price <= ${values.add(maxPrice, "bigint")}`);
  if (condition !== undefined) wanted.push(`l.condition = ${values.add(condition, "text")}`);
  if (paymentMethod !== undefined)
    wanted.push(
      `position(',' || ${values.add(paymentMethod, "text")} || ',' in ',' || l.methods || ',') > 0`,
    );
  if (seller !== undefined) narrow.push(`l.seller_id = ${values.add(seller, "text")}`);
  if (limitedId !== undefined) narrow.push(`l.asset_id = ${values.add(limitedId, "bigint")}`);
  if (category !== undefined) wanted.push(`l.category = ${values.add(category, "int")}`);
  if (rarity !== undefined) {
    wanted.push(`v.value >= ${values.add(RARITY_FROM[rarity], "bigint")}`);
    const below = RARITY_BELOW[rarity];
    if (below !== null) wanted.push(`v.value < ${values.add(below, "bigint")}`);
  }
  if (text !== "")
    wanted.push(`position(${folded(values.add(text, "text"))} in ${folded("l.title || ' ' || m.name")}) > 0`);
  narrow.push(...priced);
  return {
    wanted: [...wanted, ...narrow].join(" and "),
    priced: priced.map((one) => `and ${one}`).join(" "),
    narrow: narrow.join(" and "),
  };
}

/** A page as common table expressions; the last, `found`, has `number` and the sort value. @throws BadCursorError */
export function browsed({ sort, next, limit, ...filter }: ListingsQuery & { readonly limit: number }): {
  readonly values: readonly SqlValue[];
  readonly found: (table: TableNames) => string;
} {
  const values = new Values();
  const goesOn = next !== undefined;
  const last = goesOn ? values.add(placeOf(next), "bigint") : "";
  const wanted = wantedOf(filter, values);
  const keys = keysOf(filter);
  const keyed = keys.length > 0 ? values.add(arrayLiteral(keys), "bigint[]") : null;
  const most = values.add(limit, "int");
  const order = ORDERS[sort];
  return {
    values: values.all,
    found: (table) => {
      const pieces = { table, ...wanted, goesOn, limit: most };
      const place = `place as (select ${order.at} as at, l.number ${from(pieces)} where l.number = ${last}),`;
      return `${goesOn ? place : ""} ${keyed === null ? order.found(pieces) : foundByKeys(order, pieces, keyed)}`;
    },
  };
}
