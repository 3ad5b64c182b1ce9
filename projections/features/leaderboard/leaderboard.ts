import type { LeaderboardRow, PERIODS, RANKINGS } from "#domain/features/leaderboard/contract.ts";
import { DAY_MS, dayOf } from "#domain/features/players/level.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { moneyOf } from "../../kernel/values.ts";
import { coinFlips } from "../house-flips/flips.ts";
import { PLAYER_COLUMNS, type PlayerColumns, playerOf } from "../players/identity.ts";

/** How many players a leaderboard names. */
export const LEADERBOARD_ROWS = 50;

/**
 * A step that an amount stands on: its digits and the first of them, which rises with the amount and seldom changes.
 * Ranked by step and amount the order is that of the amount alone, while an index on the step is left alone by most
 * changes: a row is then rewritten on its own page, without touching any index.
 */
const stepOf = (amount: string): string =>
  `case when ${amount} < 0 then -1 else 1 end
    * (length(abs(${amount})::text) * 10 + left(abs(${amount})::text, 1)::integer)`;

/** What players wagered and won, net, in each UTC day, each ISO week and all time; RBX and TIX 1:1. */
export const leaderboardProjection: Projection = {
  name: "leaderboard",
  version: 1,
  tables: {
    leaderboard: {
      columns: {
        period: "text not null",
        bucket: "bigint not null",
        player_id: "text not null",
        wagered: "bigint not null",
        profit: "bigint not null",
        wagered_step: `integer not null generated always as (${stepOf("wagered")}) stored`,
        profit_step: `integer not null generated always as (${stepOf("profit")}) stored`,
      },
      key: ["period", "bucket", "player_id"],
      indexes: ["period, bucket, wagered_step", "period, bucket, profit_step"],
      fillfactor: 70,
    },
  },
  reads: [coinFlips],
  apply: (table) => [
    `insert into ${table("leaderboard")} as t (period, bucket, player_id, wagered, profit)
    select period, bucket, player_id, sum(stake), sum(payout - stake)
    from coin_flips, lateral (values
      ('day', recorded_at / ${DAY_MS}), ('week', ${weekOfDay(`recorded_at / ${DAY_MS}`)}), ('all', 0)
    ) as b(period, bucket)
    group by 1, 2, 3
    on conflict (period, bucket, player_id) do update set
      wagered = t.wagered + excluded.wagered, profit = t.profit + excluded.profit`,
  ],
};

/** Days from the Monday of an ISO week back to the first of 1970, a Thursday. */
const DAYS_BEFORE_THURSDAY = 3;
const DAYS_OF_WEEK = 7;

/** The number of the ISO week that a day, counted from 1970, lies in. */
function weekOfDay(day: string): string {
  return `(${day} + ${DAYS_BEFORE_THURSDAY}) / ${DAYS_OF_WEEK}`;
}

/** What a leaderboard ranks; `at` is the instant whose day or week is meant, in milliseconds. */
export interface LeaderboardQuestion {
  readonly period: (typeof PERIODS)[number];
  readonly by: (typeof RANKINGS)[number];
  readonly at: number;
}

interface RankedRow extends PlayerColumns {
  readonly wagered: bigint;
  readonly profit: bigint;
}

/** The leading players of a period, with names and pictures as they are now. */
export async function leaderboard(
  models: ReadModels,
  { period, by, at }: LeaderboardQuestion,
): Promise<LeaderboardRow[]> {
  const rows = await models.ask<RankedRow>(
    (table) => `select r.player_id, wagered, profit, ${PLAYER_COLUMNS}
      from (select player_id, wagered, profit from ${table("leaderboard")} where period = $1 and bucket = $2
        order by ${by}_step desc, ${by} desc, player_id limit ${LEADERBOARD_ROWS}) r
      left join identities i on i.player_id = r.player_id
      order by r.${by} desc, r.player_id`,
    [period, bucketOf(period, at)],
  );
  return rows.map((row, index) => ({
    rank: index + 1,
    player: playerOf(row),
    wagered: moneyOf(row.wagered),
    profit: moneyOf(row.profit),
  }));
}

function bucketOf(period: LeaderboardQuestion["period"], at: number): number {
  if (period === "all") return 0;
  const day = dayOf(at);
  return period === "day" ? day : Math.floor((day + DAYS_BEFORE_THURSDAY) / DAYS_OF_WEEK);
}
