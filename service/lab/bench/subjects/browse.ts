import type { ListingsQuery } from "#domain/features/listings/contract.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { listingsForSale } from "#projections/features/listings/listing-list.ts";
import { fillCatalogue, putUpListings, SHOP_TABLES } from "#projections/testing/filled-shop.ts";
import { PLAYERS } from "#service/lab/bench/play/players.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import type { Service } from "#service/service.ts";
import type { Bench, Subject } from "../bench.ts";
import { p50Of } from "../load.ts";
import { tableNamed, untilFollowed, withNewService } from "../services.ts";

const FEW = 1_000;
const MANY = 100_000;
const ITEMS = 400;
/** A word that no listing contains. */
const NOWHERE = "golden goose";
const LATER_PAGES = 5;

/** Typical queries: each kind is measured by itself. */
const QUESTIONS: readonly (Partial<ListingsQuery> & Pick<ListingsQuery, "sort">)[] = [
  { sort: "newest" },
  { sort: "price_asc" },
  { sort: "price_desc" },
  { sort: "popular" },
  { sort: "deal" },
  { sort: "newest", search: "rarely" },
  { sort: "newest", search: NOWHERE },
  { sort: "deal", search: NOWHERE },
  { sort: "price_asc", search: "crown" },
  { sort: "newest", condition: "fair", paymentMethod: "crypto" },
  { sort: "price_asc", minPrice: 5_000n, maxPrice: 9_000n, rarity: "rare" },
];

/** Fills the shop with a number of listings. */
export async function fillShop(service: Service, listings: number): Promise<void> {
  await fillCatalogue(service.deps.db, await tablesOf(service), ITEMS);
  await putUp(service, 1, listings);
}

const putUp = async (service: Service, from: number, to: number): Promise<void> =>
  putUpListings(service.deps.db, await tablesOf(service), { from, to, items: ITEMS, sellers: PLAYERS });

async function tablesOf(service: Service): Promise<(table: string) => string> {
  const names = new Map<string, string>();
  for (const table of SHOP_TABLES) names.set(table, await tableNamed(service, table));
  return (table) => names.get(table) ?? table;
}

/** @returns the p50 of all queries and later pages together, in milliseconds */
async function browsing(bench: Bench, { deps }: Service): Promise<number> {
  const page = async (query: (typeof QUESTIONS)[number]): Promise<string | null> => {
    const { items, next } = await listingsForSale(deps.reads, ANYBODY, query);
    if ((items.length === 0) !== (query.search === NOWHERE))
      throw new AuditError(`${items.length} listings were found for ${query.sort}`);
    return next;
  };
  let later: string | null = null;
  for (let n = 0; n < LATER_PAGES; n += 1)
    later = await page({ sort: "deal", ...(later === null ? {} : { next: later }) });
  const questions = [...QUESTIONS, { sort: "deal" as const, next: later ?? "" }];
  const { warmMs, measureMs } = bench.spans;
  const span = { warmMs: warmMs / questions.length, measureMs: measureMs / questions.length };
  const each: string[] = [];
  let all = 0;
  for (const question of questions) {
    const p50 = await p50Of(() => page(question), span);
    const kind = Object.entries(question).map(([name, value]) => (name === "next" ? "later" : value));
    each.push(`${kind.join(" ")} ${p50.toFixed(2)}`);
    all += p50;
  }
  bench.say(`  ${each.join(", ")}`);
  return all;
}

/** Searches of the shop. */
export const browseSubject: Subject = {
  id: "browse",
  run: (bench) =>
    withNewService(bench, async (service) => {
      await untilFollowed(service);
      await fillShop(service, FEW);
      const few = await browsing(bench, service);
      await putUp(service, FEW + 1, MANY);
      return { few, many: await browsing(bench, service) };
    }),
};
