import type { Currency } from "#domain/accounts/account.ts";
import type { RevenuePart, RevenueRow } from "#domain/features/revenue/contract.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { moneyOf } from "../../kernel/values.ts";

/** UTC days counted from 1970, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** A UTC day as text: `2026-01-31`. */
export const dayText = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, "2026-01-31".length);

interface SumRow extends Row {
  readonly day: bigint | null;
  readonly game: string | null;
  readonly currency: Currency;
  readonly games: bigint;
  readonly wagered: bigint;
  readonly paid_out: bigint;
  readonly edge: bigint;
}

/** The house's figures of some days, by currency and, if asked, by day and game; newest first. */
export async function revenueBy(
  models: ReadModels,
  { first, last }: Days,
  parts: readonly RevenuePart[],
): Promise<RevenueRow[]> {
  const day = parts.includes("day") ? "day" : "null::bigint";
  const game = parts.includes("game") ? "game_type" : "null::text";
  const rows = await models.ask<SumRow>(
    (table) => `select ${day} as day, ${game} as game, currency, sum(games)::bigint as games,
        sum(wagered)::bigint as wagered, sum(paid_out)::bigint as paid_out, sum(edge)::bigint as edge
      from ${table("house_revenue")} where day between $1 and $2
      group by 1, 2, 3 order by 1 desc, 3, 2`,
    [first, last],
  );
  return rows.map((row) => ({
    day: row.day === null ? null : dayText(Number(row.day)),
    game: row.game,
    currency: row.currency,
    games: Number(row.games),
    wagered: moneyOf(row.wagered),
    paidOut: moneyOf(row.paid_out),
    edge: moneyOf(row.edge),
    revenue: moneyOf(row.wagered - row.paid_out),
  }));
}

interface ItemsRow extends Row {
  readonly is_staked: boolean;
  readonly copies: bigint;
  readonly value: bigint;
}

/** Copies of items and what they are worth by the catalogue. */
export interface HeldItems {
  readonly copies: number;
  readonly value: string;
}

const NOTHING: HeldItems = { copies: 0, value: "0.00" };

/** The items that the house holds, and those at stake in games that are not over. */
export async function itemsHeld(
  models: ReadModels,
): Promise<{ readonly house: HeldItems; readonly staked: HeldItems }> {
  const rows = await models.ask<ItemsRow>(
    (table) => `select c.holder <> 'house' as is_staked, count(*) as copies,
        coalesce(sum(v.value), 0)::bigint as value
      from ${table("copies")} c
        left join ${table("limited_values")} v on v.asset_id = split_part(c.asset, ':', 2)::bigint
      where c.holder = 'house' or c.holder like 'escrow:%'
      group by 1`,
  );
  const held = (isStaked: boolean): HeldItems => {
    const row = rows.find(({ is_staked }) => is_staked === isStaked);
    return row === undefined ? NOTHING : { copies: Number(row.copies), value: moneyOf(row.value) };
  };
  return { house: held(false), staked: held(true) };
}
