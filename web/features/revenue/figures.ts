import type { Revenue, RevenueRow } from "#domain/features/revenue/contract.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { readMoney, shortDay } from "#web/lib/format.ts";
import { gameKindOf } from "#web/lib/games/games.ts";
import type { Bar } from "#web/ui/charts/bar-chart.tsx";

/** A bar that needs no place on an axis. */
type NamedBar = Pick<Bar, "label" | "value">;

export type Currency = RevenueRow["currency"];
export const CURRENCIES: readonly Currency[] = ["RBX", "TIX"];

/** Maximum days in a plot; longer periods are cut at their beginning. */
const DAYS_PLOTTED_MAX = 400;

/** Every UTC day from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const last = Date.parse(`${to}T00:00:00Z`);
  const first = Math.max(Date.parse(`${from}T00:00:00Z`), last - (DAYS_PLOTTED_MAX - 1) * DAY_MS);
  const days: string[] = [];
  for (let day = first; day <= last; day += DAY_MS) days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}

const sumOf = (rows: readonly RevenueRow[]): Minor =>
  rows.reduce((sum, { revenue }) => sum + readMoney(revenue), 0n);

/** The revenue of each day in a currency, days without a game included. */
export function barsByDay({ from, to, items }: Revenue, currency: Currency): Bar[] {
  const own = items.filter((row) => row.currency === currency);
  return daysBetween(from, to).map((day) => ({
    label: day,
    short: shortDay(day),
    value: sumOf(own.filter((row) => row.day === day)),
  }));
}

/** A game in words. */
export const gameName = (game: string): string => gameKindOf(game)?.inBooks ?? game.replaceAll("_", " ");

/** The revenue of each game in a currency. */
export function barsByGame({ items }: Revenue, currency: Currency): NamedBar[] {
  const own = items.filter((row) => row.currency === currency);
  return [...new Set(own.map(({ game }) => game ?? ""))].toSorted().map((game) => {
    return { label: gameName(game), value: sumOf(own.filter((row) => (row.game ?? "") === game)) };
  });
}

/** Net issuance by event type, in a currency. */
export const barsBySource = ({ sources }: Revenue, currency: Currency): NamedBar[] =>
  sources.flatMap(({ type, asset, issued, returned }) =>
    asset === currency && typeof issued === "string" && typeof returned === "string"
      ? [{ label: type, value: readMoney(issued) - readMoney(returned) }]
      : [],
  );
