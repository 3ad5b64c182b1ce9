import type { ListingsQuery } from "#domain/features/listings/contract.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { listingsForSale } from "#projections/features/listings/listing-list.ts";
import { PLAYERS } from "#service/lab/bench/play/players.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import type { Service } from "#service/service.ts";
import type { Bench, Subject } from "../bench.ts";
import { closedLoop } from "../load.ts";
import { tableNamed, untilFollowed, withService } from "../services.ts";

const FEW = 1_000;
const MANY = 100_000;
const ITEMS = 400;
const FIRST_ITEM = 9_000_000;
/** One listing of so many has a word in its title that is looked for. */
const ONE_IN = 50;
const LATER_PAGES = 5;

/** What people ask: each kind is measured by itself. */
const QUESTIONS: readonly (Partial<ListingsQuery> & Pick<ListingsQuery, "sort">)[] = [
  { sort: "newest" },
  { sort: "price_asc" },
  { sort: "price_desc" },
  { sort: "popular" },
  { sort: "deal" },
  { sort: "newest", search: "rarely" },
  { sort: "price_asc", search: "crown" },
  { sort: "newest", condition: "fair", paymentMethod: "crypto" },
  { sort: "price_asc", minPrice: 5_000n, maxPrice: 9_000n, rarity: "rare" },
];

async function fillCatalogue({ deps, ...service }: Service): Promise<void> {
  const [items, values] = await Promise.all(
    ["limiteds", "limited_values"].map((table) => tableNamed({ deps, ...service }, table)),
  );
  await deps.db.query(
    `insert into ${items} (asset_id, id, name, description, asset_type)
    select n, n, 'Paper Crown ' || n, '', 8 from generate_series($1::bigint, $2::bigint) as n`,
    [FIRST_ITEM, FIRST_ITEM + ITEMS - 1],
  );
  await deps.db.query(
    `insert into ${values} (asset_id, value, source, value_at, market_value, market_source, market_at)
    select n, 10000 + (n * 7919) % 5000000, 'recent_average_price', 0, 0, 'recent_average_price', 0
    from generate_series($1::bigint, $2::bigint) as n`,
    [FIRST_ITEM, FIRST_ITEM + ITEMS - 1],
  );
}

/** Fills the shop with so many listings. */
export async function fillShop(service: Service, listings: number): Promise<void> {
  await fillCatalogue(service);
  await putUp(service, 1, listings);
}

/** Puts up listings from one number to another, a third of which somebody has looked at. */
async function putUp(service: Service, from: number, to: number): Promise<void> {
  const { db } = service.deps;
  await db.query(
    `insert into ${await tableNamed(service, "listings")} (listing_id, seller_id, number, created_at, copy, asset_id,
      serial, in_custody, title, description, price, condition, category, methods, is_featured, status)
    select 'l_' || n, 'p_bench_' || lpad(((n * 7919) % ${PLAYERS})::text, 5, '0'), n, 0, 'item:' || n,
      ${FIRST_ITEM} + n % ${ITEMS}, 0, true,
      case when n % ${ONE_IN} = 0 then 'Rarely seen ' else 'For sale ' end || n, '', 100 + (n * 104729) % 20000,
      (array['excellent', 'good', 'fair'])[1 + n % 3], 0, (array['crypto,paypal', 'stripe'])[1 + n % 2], false, 'active'
    from generate_series($1::bigint, $2::bigint) as n`,
    [from, to],
  );
  await db.query(
    `insert into listing_views (listing, views)
    select n, 1 + (n * 31) % 400 from generate_series($1::bigint, $2::bigint) as n where n % 3 = 0`,
    [from, to],
  );
  await db.query("analyze");
}

/** @returns the p50 of each question and of a later page, together, in milliseconds */
async function browsing(bench: Bench, { deps }: Service): Promise<number> {
  const page = async (query: (typeof QUESTIONS)[number]): Promise<string | null> => {
    const { items, next } = await listingsForSale(deps.reads, ANYBODY, query);
    if (items.length === 0) throw new AuditError(`Nothing was found for ${query.sort}`);
    return next;
  };
  let later: string | null = null;
  for (let n = 0; n < LATER_PAGES; n += 1)
    later = await page({ sort: "deal", ...(later === null ? {} : { next: later }) });
  const questions = [...QUESTIONS, { sort: "deal" as const, next: later ?? "" }];
  const measureMs = bench.spans.measureMs / questions.length;
  const warmMs = bench.spans.warmMs / questions.length;
  const each: string[] = [];
  let all = 0;
  for (const question of questions) {
    const { p50 } = await closedLoop(() => page(question), { callers: 1, warmMs, measureMs });
    const kind = Object.entries(question).map(([name, value]) => (name === "next" ? "later" : value));
    each.push(`${kind.join(" ")} ${p50.toFixed(2)}`);
    all += p50;
  }
  bench.say(`  ${each.join(", ")}`);
  return all;
}

/** What is asked of the shop. */
export const browseSubjects: readonly Subject[] = [
  {
    id: "browse",
    run: (bench) =>
      bench.onDatabase({ filled: true }, (url) =>
        withService(bench, url, async (service) => {
          await untilFollowed(service);
          await fillShop(service, FEW);
          const few = await browsing(bench, service);
          await putUp(service, FEW + 1, MANY);
          return { few, many: await browsing(bench, service) };
        }),
      ),
  },
];
