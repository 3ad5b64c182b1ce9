import type { Currency } from "#domain/accounts/account.ts";
import type { RevenuePart, RevenueRow } from "#domain/features/revenue/contract.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { LogReader } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
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
  readonly asset_id: bigint;
  readonly copies: bigint;
}

interface ValueRow extends Row {
  readonly asset_id: bigint;
  readonly value: bigint | null;
}

/** Copies of items and what they are worth by the catalogue. */
export interface HeldItems {
  readonly copies: number;
  readonly value: string;
}

const NOTHING: HeldItems = { copies: 0, value: "0.00" };

/**
 * The items that the house holds, and those at stake in games that are not over: by the index of copies. The ledger
 * has the copies, and a read model their values, which may be in another database.
 */
export async function itemsHeld(
  models: ReadModels,
  { sql, logId }: LogReader,
): Promise<{ readonly house: HeldItems; readonly staked: HeldItems }> {
  const counts = await sql.query<ItemsRow>(
    `select h.account <> 'house' as is_staked, split_part(h.asset, ':', 2)::bigint as asset_id, count(*) as copies
      from holdings h
      where h.log_id = $1 and h.asset like 'item:%' and h.amount > 0
        and (h.account = 'house' or h.account like 'escrow:%')
      group by 1, 2`,
    [logId],
  );
  if (counts.length === 0) return { house: NOTHING, staked: NOTHING };
  const ids = [...new Set(counts.map(({ asset_id }) => asset_id))];
  const values = await models.ask<ValueRow>(
    (table) => `select asset_id, value from ${table("limited_values")} where asset_id = any ($1::bigint[])`,
    [arrayLiteral(ids)],
  );
  const worth = new Map(values.map(({ asset_id, value }) => [asset_id, value]));
  const held = (isStaked: boolean): HeldItems => {
    const rows = counts.filter(({ is_staked }) => is_staked === isStaked);
    const value = rows.reduce((sum, row) => sum + row.copies * (worth.get(row.asset_id) ?? 0n), 0n);
    return { copies: Number(rows.reduce((sum, { copies }) => sum + copies, 0n)), value: moneyOf(value) };
  };
  return { house: held(false), staked: held(true) };
}
