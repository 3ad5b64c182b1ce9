import { afterAll, beforeAll, expect, it } from "vitest";
import { rarityOf } from "#domain/features/limiteds/rules.ts";
import type { ListingsQuery } from "#domain/features/listings/contract.ts";
import { LISTING_SORTS } from "#domain/features/listings/rules.ts";
import { cursorAt } from "#projections/kernel/cursor.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { fillCatalogue, putUpListings } from "#projections/testing/filled-shop.ts";
import { rowsOfEach } from "#projections/testing/rows-looked-at.ts";
import { type TestRuntime, testRuntime } from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { browsed } from "./browse.ts";

const LISTINGS = 30_000;
/** At this size the planner considers sorting the rest of a page as costly as reading it in order. */
const FEWER = 20_000;
const ITEMS = 80;
const SHOP = { items: ITEMS, sellers: 500 } as const;
const LIMIT = 21;
/** The first listings of an order, a few of each item, and rows found by keys. */
const ROWS_MAX = 10_000;
const TABLES = ["listings_1", "listing_keys_1"];
const named = (table: string): string => `read_models.${table}_1`;

/** The query, and whether anything is found. */
const QUESTIONS: readonly (readonly [string, Omit<ListingsQuery, "sort">])[] = [
  ["many", {}],
  ["many", { search: "FOR sale" }],
  ["many", { search: "crown" }],
  ["many", { search: "e" }],
  ["many", { search: "rarely" }],
  ["many", { search: "0 paper CROWN 90000" }],
  ["many", { search: "sale", condition: "fair", paymentMethod: "crypto" }],
  ["many", { search: "sale", minPrice: 5_000n, maxPrice: 5_500n, rarity: "rare" }],
  ["few", { search: "sale 17777" }],
  ["none", { search: "no such words" }],
  ["none", { search: "q" }],
  ["none", { search: "zx" }],
  ["none", { search: "elas for" }],
  ["none", { search: "sale", category: 7 }],
  ["none", { search: "sale", seller: "p_nobody" }],
  ["none", { search: "rarely", minPrice: 20_101n }],
  ["none", { search: "crown", condition: "excellent", paymentMethod: "cashapp" }],
  ["many", { limitedId: 9_000_007 }],
  ["many", { limitedId: 9_000_007, search: "sale", condition: "fair" }],
  ["few", { limitedId: 9_000_007, search: "sale 15047" }],
  ["none", { limitedId: 9_000_007, search: "sale 15048" }],
  ["none", { limitedId: 8_999_999 }],
];

interface Listed {
  readonly number: number;
  readonly price: number;
  readonly condition: string;
  readonly category: number;
  readonly methods: string;
  readonly seller_id: string;
  readonly asset_id: number;
  readonly value: number;
  readonly text: string;
  readonly views: number;
}

function isWanted(row: Listed, query: ListingsQuery): boolean {
  const {
    search = "",
    minPrice = 0n,
    maxPrice = 1_000_000n,
    condition,
    paymentMethod,
    rarity,
    category,
    seller,
    limitedId,
  } = query;
  return (
    row.text.includes(search.toLowerCase()) &&
    row.price >= minPrice &&
    row.price <= maxPrice &&
    (condition === undefined || row.condition === condition) &&
    (category === undefined || row.category === category) &&
    (seller === undefined || row.seller_id === seller) &&
    (limitedId === undefined || row.asset_id === limitedId) &&
    (paymentMethod === undefined || row.methods.split(",").includes(paymentMethod)) &&
    (rarity === undefined || rarityOf(BigInt(row.value)) === rarity)
  );
}

const PLACES: { readonly [S in ListingsQuery["sort"]]: (row: Listed) => number } = {
  newest: ({ number }) => -number,
  price_asc: ({ price }) => price,
  price_desc: ({ price }) => -price,
  popular: ({ views }) => -views,
  deal: ({ price, value }) => Math.floor((price * 1_000_000) / value),
};
const inOrder =
  (sort: ListingsQuery["sort"]) =>
  (one: Listed, other: Listed): number =>
    PLACES[sort](one) - PLACES[sort](other) || other.number - one.number;

/** What the tests of both engines search, without an index. */
interface Shop {
  /** Its rows, as text. */
  readonly rows: string;
  /** The numbers of the listings that each question asks for, in each order. */
  readonly numbers: (sort: ListingsQuery["sort"], query: Omit<ListingsQuery, "sort">) => readonly number[];
}

function searched(rows: readonly Listed[]): Shop["numbers"] {
  const listed = new Map(LISTING_SORTS.map((sort) => [sort, rows.toSorted(inOrder(sort))]));
  const wanted = new Map(
    QUESTIONS.map(([, query]) => {
      const found = rows.filter((row) => isWanted(row, { ...query, sort: "newest" }));
      return [query, new Set(found.map(({ number }) => number))];
    }),
  );
  const known = new Map<string, readonly number[]>();
  return (sort, query) => {
    const key = JSON.stringify([sort, QUESTIONS.findIndex(([, one]) => one === query)]);
    const numbers = (): number[] =>
      (listed.get(sort) ?? []).map(({ number }) => number).filter((number) => wanted.get(query)?.has(number));
    const found = known.get(key) ?? numbers();
    known.set(key, found);
    return found;
  };
}

/** Both engines hold the same rows, which are sorted and searched once. */
let shop: Shop | null = null;

describeEachEngine("a shop of many listings", (engine) => {
  let db: OpenDatabase;
  let models: TestRuntime;
  let numbersIn: Shop["numbers"];
  beforeAll(async () => {
    db = await engine.fresh({ readModels: true });
    models = testRuntime(db);
    await models.start();
    await fillCatalogue(db, named, ITEMS);
    await putUpListings(db, named, { from: 1, to: FEWER, ...SHOP });
    for (const { sort, query } of asked.filter(({ found }) => found === "none"))
      for (const page of [{ ...query, sort }, onwards({ ...query, sort }, 1)])
        amongFewer.push([page, await rowsOfEach(db, pageOf(page), TABLES)]);
    await putUpListings(db, named, { from: FEWER + 1, to: LISTINGS, ...SHOP });
    const rows = await db.query<Row & { [column in keyof Listed]: Listed[column] }>(
      `select l.number::int, l.price::int, l.condition, l.category, l.methods, l.seller_id,
        l.asset_id::int, v.value::float8,
        lower(l.title || ' ' || m.name) as text, coalesce(w.views, 0)::int as views
      from ${named("listings")} l join ${named("limiteds")} m using (asset_id)
        join ${named("limited_values")} v using (asset_id) left join listing_views w on w.listing = l.number
      order by l.number`,
    );
    const text = JSON.stringify(rows);
    if (shop?.rows !== text) shop = { rows: text, numbers: searched(rows) };
    numbersIn = shop.numbers;
  }, 360_000);
  afterAll(async () => {
    await models.stop();
    await db.close();
  });

  /** Rows read by pages without a match while there were fewer. */
  const amongFewer: (readonly [ListingsQuery, Readonly<Record<string, number>>])[] = [];

  /** A page's query. */
  const pageOf = (query: ListingsQuery) => {
    const { values, found } = browsed({ ...query, limit: LIMIT });
    return { text: `with ${found(named)} select number from found order by at, number desc`, values };
  };

  const numbersOf = async (query: ListingsQuery): Promise<number[]> => {
    const { text, values } = pageOf(query);
    return (await db.query<Row & { number: bigint }>(text, values)).map(({ number }) => Number(number));
  };

  /** The page after a listing. */
  const onwards = (query: ListingsQuery, place: number) => ({ ...query, next: cursorAt(place) });

  const asked = LISTING_SORTS.flatMap((sort) => QUESTIONS.map(([found, query]) => ({ sort, found, query })));
  it.each(asked)("is searched by its indexes in the order $sort: $found for $query", async (one) => {
    const query = { ...one.query, sort: one.sort };
    const numbers = await numbersOf(query);
    expect(numbers.length).toBe(one.found === "many" ? LIMIT : one.found === "few" ? 1 : 0);
    const all = numbersIn(one.sort, one.query);
    expect(numbers).toEqual(all.slice(0, LIMIT));
    const place = all.at(LIMIT - 1) ?? 1;
    const later = onwards(query, place);
    if (all.length >= LIMIT) expect(await numbersOf(later)).toEqual(all.slice(LIMIT, 2 * LIMIT));
    for (const page of [query, later])
      for (const [table, looked] of Object.entries(await rowsOfEach(db, pageOf(page), TABLES)))
        expect(looked, `${table} ${page.next}`).toBeLessThan(ROWS_MAX);
  });

  it("reads no more rows for an empty result when there are fewer listings", () => {
    const tooMany = amongFewer.filter(([, rows]) => Object.values(rows).some((looked) => looked >= ROWS_MAX));
    expect([amongFewer.length > 0, tooMany]).toEqual([true, []]);
  });
});
