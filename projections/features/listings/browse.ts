import { EPIC_FROM, LEGENDARY_FROM, RARE_FROM } from "#domain/features/limiteds/rules.ts";
import type { ListingsQuery } from "#domain/features/listings/contract.ts";
import { placeOf } from "../../kernel/cursor.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { SqlValue } from "../../kernel/sql.ts";

/** What an item is worth to be of a rarity. */
const RARITY_FROM = { legendary: LEGENDARY_FROM, epic: EPIC_FROM, rare: RARE_FROM, common: 0n } as const;
const RARITY_BELOW = { legendary: null, epic: LEGENDARY_FROM, rare: EPIC_FROM, common: RARE_FROM } as const;

/** Cents for a million of value; what has no value comes last. */
const DEAL_NONE = "9007199254740991";
const DEAL = `case when v.value > 0 then l.price * 1000000 / v.value else ${DEAL_NONE} end`;

/** Gathers values for a statement. */
class Values {
  readonly all: SqlValue[] = [];

  /** @returns what stands for the value in the statement */
  add(value: SqlValue, type: "bigint" | "int" | "text"): string {
    this.all.push(value);
    return `$${this.all.length}::${type}`;
  }
}

/** The pieces that lists of every order are made of. */
interface Pieces {
  readonly table: TableNames;
  /** Listings for sale with their items' values, as `l` and `v`; conditions on them are added with `and`. */
  readonly from: string;
  readonly wanted: string;
  /** Whether the list goes on behind `place`, which has a column `at` for the order, and the listing's `number`. */
  readonly goesOn: boolean;
  readonly limit: string;
}

const AT = "(select at from place)";
const NUMBER = "(select number from place)";

/** A list in one order: what `place` is sorted by, and the rows of the page as `at`, lowest first, and `number`. */
interface Order {
  readonly at: string;
  /** Each is read from an index up to the end of the page. */
  readonly found: (pieces: Pieces) => string;
}

const simple = (at: string, order: string, after: string): Order => ({
  at,
  found: ({ from, wanted, goesOn, limit }) => `found as (
    select ${at} as at, l.number ${from} where ${wanted} ${goesOn ? `and ${after}` : ""}
    order by ${order}, l.number desc limit ${limit})`,
});

const ORDERS: { readonly [S in ListingsQuery["sort"]]: Order } = {
  newest: {
    at: "-l.number",
    found: ({ from, wanted, goesOn, limit }) => `found as (
      select -l.number as at, l.number ${from} where ${wanted} ${goesOn ? `and l.number < ${NUMBER}` : ""}
      order by l.number desc limit ${limit})`,
  },
  price_asc: simple("l.price", "l.price", `l.price >= ${AT} and (l.price > ${AT} or l.number < ${NUMBER})`),
  price_desc: simple("-l.price", "l.price desc", `(l.price, l.number) < (-${AT}, ${NUMBER})`),
  popular: {
    at: "-coalesce((select w.views from listing_views w where w.listing = l.number), 0)",
    // Those that somebody has looked at, by how often, and only behind them the others.
    found: ({ from, wanted, goesOn, limit }) => `seen as materialized (
      select -w.views as at, l.number ${from} join listing_views w on w.listing = l.number
      where ${wanted} ${goesOn ? `and (w.views, w.listing) < (-${AT}, ${NUMBER})` : ""}
      order by w.views desc, w.listing desc limit ${limit}),
    unseen as (
      select 0 as at, l.number ${from}
      where (select count(*) from seen) < ${limit} and ${wanted}
        and not exists (select from listing_views w where w.listing = l.number)
        ${goesOn ? `and (${AT} < 0 or l.number < ${NUMBER})` : ""}
      order by l.number desc limit ${limit}),
    found as (
      select * from (select * from seen union all select * from unseen) listed
      order by at, number desc limit ${limit})`,
  },
  deal: {
    at: DEAL,
    // A page's listings are of the items whose best deals are the best, one of each at least.
    found: (pieces) => {
      const { table, limit } = pieces;
      return `items as materialized (
      select v.asset_id, v.value, m.name, best.* from ${table("limited_values")} v
        join ${table("limiteds")} m on m.asset_id = v.asset_id
        cross join lateral (${dealsOfItem(pieces, "1")}) best
      order by best.at, best.number desc limit ${limit}),
    found as (
      select best.* from items v cross join lateral (select v.name) m cross join lateral (${dealsOfItem(pieces, limit)}) best
      order by best.at, best.number desc limit ${limit})`;
    },
  },
};

/** The best deals in an item `m` with its value `v`: its cheapest copies. */
function dealsOfItem({ table, wanted, goesOn }: Pieces, limit: string): string {
  const after = `l.price >= trunc(least(${AT}::numeric * v.value / 1000000, 1000000000))::bigint
    and (${DEAL} > ${AT} or (${DEAL} = ${AT} and l.number < ${NUMBER}))`;
  return `select ${DEAL} as at, l.number from ${table("listings")} l
    where l.asset_id = v.asset_id and ${wanted} ${goesOn ? `and ${after}` : ""}
    order by l.price, l.number desc limit ${limit}`;
}

/** What was asked for, as conditions on a listing `l`, its item `m` and the item's value `v`. */
function wantedOf(query: Omit<ListingsQuery, "sort" | "next" | "limit">, values: Values): string {
  const { search = "", minPrice, maxPrice, condition, paymentMethod, seller, rarity, category } = query;
  const wanted = ["l.status = 'active'"];
  const text = search.trim();
  if (text !== "")
    wanted.push(`position(lower(${values.add(text, "text")}) in lower(l.title || ' ' || m.name)) > 0`);
  if (minPrice !== undefined) wanted.push(`l.price >= ${values.add(minPrice, "bigint")}`);
  if (maxPrice !== undefined) wanted.push(`l.price <= ${values.add(maxPrice, "bigint")}`);
  if (condition !== undefined) wanted.push(`l.condition = ${values.add(condition, "text")}`);
  if (paymentMethod !== undefined)
    wanted.push(
      `position(',' || ${values.add(paymentMethod, "text")} || ',' in ',' || l.methods || ',') > 0`,
    );
  if (seller !== undefined) wanted.push(`l.seller_id = ${values.add(seller, "text")}`);
  if (category !== undefined) wanted.push(`l.category = ${values.add(category, "int")}`);
  if (rarity !== undefined) {
    wanted.push(`v.value >= ${values.add(RARITY_FROM[rarity], "bigint")}`);
    const below = RARITY_BELOW[rarity];
    if (below !== null) wanted.push(`v.value < ${values.add(below, "bigint")}`);
  }
  return wanted.join(" and ");
}

/**
 * The listings of a page, as common table expressions of which the last, `found`, has a listing's `number` and what it
 * is sorted by. @throws BadCursorError
 */
export function browsed({ sort, next, limit, ...query }: ListingsQuery & { readonly limit: number }): {
  readonly values: readonly SqlValue[];
  readonly found: (table: TableNames) => string;
} {
  const values = new Values();
  const goesOn = next !== undefined;
  const last = goesOn ? values.add(placeOf(next), "bigint") : "";
  const wanted = wantedOf(query, values);
  const most = values.add(limit, "int");
  const { at, found } = ORDERS[sort];
  return {
    values: values.all,
    found: (table) => {
      const from = `from ${table("listings")} l
        join ${table("limited_values")} v on v.asset_id = l.asset_id
        join ${table("limiteds")} m on m.asset_id = l.asset_id`;
      const place = `place as (select ${at} as at, l.number ${from} where l.number = ${last}),`;
      return `${goesOn ? place : ""} ${found({ table, from, wanted, goesOn, limit: most })}`;
    },
  };
}
