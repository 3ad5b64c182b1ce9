import type { CreatorDays, CreatorEarnings } from "#domain/features/user-games/contract.ts";
import { LIST_LIMIT_MAX } from "#domain/kernel/contract.ts";
import { DAY_MS, dayOf } from "#domain/kernel/time.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { moneyOf } from "../../kernel/values.ts";

const ofBoth = (
  what: string,
): string => `coalesce(sum(${what}) filter (where currency = 'RBX'), 0)::bigint as ${what}_rbx,
  coalesce(sum(${what}) filter (where currency = 'TIX'), 0)::bigint as ${what}_tix`;

interface SumRow extends Row {
  readonly earned_rbx: bigint;
  readonly earned_tix: bigint;
  readonly unclaimed_rbx: bigint;
  readonly unclaimed_tix: bigint;
}

interface GameRow extends Row {
  readonly game_id: string;
  readonly title: string;
  readonly volume: bigint;
  readonly earned: bigint;
}

/** What a player's games earned in all, and the newest of them one by one. */
export async function creatorEarnings(
  models: ReadModels,
  creatorId: string,
): Promise<Omit<CreatorEarnings, "housePart">> {
  const [sums] = await models.ask<SumRow>(
    (table) => `select ${ofBoth("earned")}, ${ofBoth("unclaimed")}
      from ${table("creator_earnings")} where creator_id = $1`,
    [creatorId],
  );
  const games = await models.ask<GameRow>(
    (table) => `select g.game_id, g.title, g.volume, (
        select coalesce(sum(earned), 0)::bigint from ${table("creator_earnings")} e where e.game_id = g.game_id
      ) as earned
      from ${table("user_games")} g where creator_id = $1 order by created_position desc limit ${LIST_LIMIT_MAX}`,
    [creatorId],
  );
  return {
    unclaimed: { rbx: moneyOf(sums?.unclaimed_rbx ?? 0n), tix: moneyOf(sums?.unclaimed_tix ?? 0n) },
    total: { rbx: moneyOf(sums?.earned_rbx ?? 0n), tix: moneyOf(sums?.earned_tix ?? 0n) },
    games: games.map((row) => ({
      id: row.game_id,
      title: row.title,
      volume: moneyOf(row.volume),
      earnings: moneyOf(row.earned),
    })),
  };
}

/** Rows of one answer at most. */
const DAY_ROWS_MAX = 2_000;

interface DayRow extends Row {
  readonly day: bigint;
  readonly game_id: string;
  readonly volume: bigint;
  readonly earned_rbx: bigint;
  readonly earned_tix: bigint;
}

/** What each of a player's games earned on each of the last UTC days, newest first. @param at milliseconds */
export async function creatorDays(
  models: ReadModels,
  creatorId: string,
  { days, at }: { readonly days: number; readonly at: number },
): Promise<CreatorDays> {
  const rows = await models.ask<DayRow>(
    (table) => `select day, game_id, sum(volume)::bigint as volume, ${ofBoth("earned")}
      from ${table("creator_days")} where creator_id = $1 and day > $2::bigint
      group by day, game_id order by day desc, game_id limit ${DAY_ROWS_MAX}`,
    [creatorId, dayOf(at) - days],
  );
  return {
    items: rows.map((row) => ({
      day: new Date(Number(row.day) * DAY_MS).toISOString().slice(0, "2026-01-31".length),
      gameId: row.game_id,
      rbx: moneyOf(row.earned_rbx),
      tix: moneyOf(row.earned_tix),
      volume: moneyOf(row.volume),
    })),
  };
}
