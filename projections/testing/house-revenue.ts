import type { Currency } from "#domain/accounts/account.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import type { ReadModels } from "../kernel/read-models.ts";
import type { Row } from "../kernel/sql.ts";
import { moneyOf } from "../kernel/values.ts";

interface HouseRevenue {
  /** `2026-01-31`, UTC. */
  readonly day: string;
  readonly currency: Currency;
  readonly gameType: string;
  readonly games: number;
  readonly wagered: string;
  readonly paidOut: string;
  /** What was kept of winning stakes; part of the revenue. */
  readonly edge: string;
  /** Wagered less paid out; negative on a day when the players won. */
  readonly revenue: string;
}

interface RevenueRow extends Row {
  readonly day: bigint;
  readonly currency: Currency;
  readonly game_type: string;
  readonly games: bigint;
  readonly wagered: bigint;
  readonly paid_out: bigint;
  readonly edge: bigint;
}

/** The days of one answer at most: ten years. */
const DAYS_MAX = 3_660;

/** The house's figures from one instant's day to another's, both included, newest first. @param period milliseconds */
export async function houseRevenue(
  models: ReadModels,
  period: { readonly from: number; readonly to: number },
): Promise<HouseRevenue[]> {
  const last = Math.floor(period.to / DAY_MS);
  const first = Math.max(Math.floor(period.from / DAY_MS), last - DAYS_MAX);
  const rows = await models.ask<RevenueRow>(
    (table) => `select day, currency, game_type, games, wagered, paid_out, edge from ${table("house_revenue")}
      where day between $1 and $2 order by day desc, currency, game_type`,
    [first, last],
  );
  return rows.map((row) => ({
    day: new Date(Number(row.day) * DAY_MS).toISOString().slice(0, "2026-01-31".length),
    currency: row.currency,
    gameType: row.game_type,
    games: Number(row.games),
    wagered: moneyOf(row.wagered),
    paidOut: moneyOf(row.paid_out),
    edge: moneyOf(row.edge),
    revenue: moneyOf(row.wagered - row.paid_out),
  }));
}
