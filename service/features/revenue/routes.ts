import type { Hono } from "hono";
import { type Currency, USD } from "#domain/accounts/account.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { GameRevenue, Revenue, RevenueRow } from "#domain/features/revenue/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { DAY_MS, dayOf } from "#domain/kernel/time.ts";
import { positionAt } from "#projections/features/ledger/balance-as-of.ts";
import { trialBalance } from "#projections/features/ledger/trial-balance.ts";
import { gameRevenue } from "#projections/features/revenue/game-revenue.ts";
import { dollarsOf } from "#projections/features/revenue/house-dollars.ts";
import { sourcesOf } from "#projections/features/revenue/issuance.ts";
import { type Days, dayText, itemsHeld, revenueBy } from "#projections/features/revenue/revenue.ts";
import { looksOf } from "#service/features/audit/looked-at.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Column, fields } from "#service/http/export/csv.ts";
import { csvOf, isCsvAsked, pageOrExport } from "#service/http/export/export.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { type Call, route } from "#service/http/route.ts";

/** Days shown by default. */
const DAYS_SHOWN = 30;
/** Maximum days of one answer: ten years. */
const DAYS_MAX = 3_660;

const COLUMNS: readonly Column<RevenueRow>[] = [
  ...fields("day", "game", "currency", "games", "wagered", "paidOut", "edge", "revenue"),
];

const GAME_COLUMNS: readonly Column<GameRevenue>[] = [
  ...fields("gameId", "revenueType", "amount", "currency", "userId", "at", "position"),
];

/** The house's revenue and holdings, open stakes, and issuance. */
export function revenueRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.revenue }, async (call) => {
    const { query, context, models } = call;
    const days = daysOf(query, deps);
    const rows = () => revenueBy(models, days, query.by ?? ["day", "game", "currency"]);
    if (!isCsvAsked(context, query.export)) return revenueOf(call, { days, rows: await rows() });
    const page = async () => ({ items: await rows(), next: null });
    return csvOf({ context, deps }, { name: "revenue", columns: COLUMNS, page });
  });

  route(app, { deps, endpoint: endpoints.revenueGames }, async (call) => {
    const { first, last } = daysOf(call.query, deps);
    const reader = { sql: deps.db, logId: deps.writer.logId };
    const [after, newest] = await Promise.all([
      positionAt(reader, first * DAY_MS - 1),
      positionAt(reader, (last + 1) * DAY_MS - 1),
    ]);
    const looked = looksOf(call, endpoints.revenueGames.path, deps);
    return pageOrExport(
      { call, deps },
      {
        name: "revenue-by-game",
        columns: GAME_COLUMNS,
        page: async (slice) => {
          const page = await gameRevenue(call.models, { ...slice, after, last: newest });
          await looked(page.items.map(({ userId }) => userId));
          return page;
        },
      },
    );
  });
}

function daysOf({ from, to }: { from?: number | undefined; to?: number | undefined }, { now }: Deps): Days {
  for (const [name, instant] of Object.entries({ from, to })) {
    if (instant === undefined || dayOf(instant) <= dayOf(now())) continue;
    const detail = `${name}: lies in the future. Ask for a day up to ${dayText(dayOf(now()))}.`;
    throw new HttpProblem(400, { code: "instant_in_future", detail });
  }
  const last = dayOf(to ?? now());
  const first = from === undefined ? last - DAYS_SHOWN + 1 : dayOf(from);
  if (last - first < DAYS_MAX) return { first, last };
  const detail = `from: lies more than ${DAYS_MAX} days before to.`;
  throw new HttpProblem(400, { code: "period_too_long", detail });
}

async function revenueOf(
  { models }: Pick<Call<typeof endpoints.revenue>, "models">,
  { days, rows }: { readonly days: Days; readonly rows: RevenueRow[] },
): Promise<Revenue> {
  const [books, held, sources, dollars] = await Promise.all([
    trialBalance(models),
    itemsHeld(models),
    sourcesOf(models, days),
    dollarsOf(models, days),
  ]);
  const of = (currency: Currency) => {
    const row = books.assets.find(({ asset }) => asset === currency);
    invariant(row !== undefined, "the trial balance has every currency");
    return row;
  };
  const [rbx, tix] = [of("RBX"), of("TIX")];
  const usd = books.assets.find(({ asset }) => asset === USD);
  return {
    from: dayText(days.first),
    to: dayText(days.last),
    items: rows,
    next: null,
    position: books.position,
    bank: { RBX: rbx.house, TIX: tix.house, USD: usd?.house ?? "0.00", items: held.house },
    exposure: { RBX: rbx.escrow, TIX: tix.escrow, items: held.staked },
    issued: { RBX: rbx.issued, TIX: tix.issued },
    sources,
    dollars,
  };
}
