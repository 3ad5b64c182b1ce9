import type { LeaderboardRow, PERIODS, RANKINGS } from "#domain/features/leaderboard/contract.ts";
import { dayOf } from "#domain/kernel/time.ts";
import type { Viewer } from "#domain/player/privacy.ts";
import type { AllGames } from "../../games/rounds.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { moneyOf } from "../../kernel/values.ts";
import { PLAYER_COLUMNS, type PlayerColumns, playerOf, withIdentity } from "../players/identity.ts";

/** How many players a leaderboard names. */
export const LEADERBOARD_ROWS = 50;

/** The sums by which players are ranked: what they wagered and won, net, on their last day, in its week, and in all. */
const SUMS = [
  "day_wagered",
  "day_profit",
  "week_wagered",
  "week_profit",
  "all_wagered",
  "all_profit",
] as const;

/**
 * The size class of an amount: below 100.00, 10,000.00, 1,000,000.00, and so on. It rises with the amount, so ranking
 * by class and then amount ranks by amount. It seldom changes, so most games leave the indexes alone and update one row
 * in place.
 */
const stepOf = (sum: string): string =>
  `smallint not null generated always as (case when ${sum} < 10000 then 0 else (length(${sum}::text) - 3) / 2 end) stored`;

/** Days from the Monday of an ISO week back to the first of 1970, a Thursday. */
const DAYS_BEFORE_THURSDAY = 3;
const DAYS_OF_WEEK = 7;

/** The number of the ISO week that a day, counted from 1970, lies in. */
const weekOf = (day: string): string => `((${day} + ${DAYS_BEFORE_THURSDAY}) / ${DAYS_OF_WEEK})`;

const sumsOfSlice = (["wagered", "profit"] as const).map(
  (what) => `sum(${what}) filter (where day = last) as day_${what},
    sum(${what}) filter (where ${weekOf("day")} = ${weekOf("last")}) as week_${what}, sum(${what}) as all_${what}`,
);

/** Adds a slice's sums to the stored ones, unless those are of an earlier day or week. */
const addedTo = (sum: (typeof SUMS)[number]): string => {
  const [period] = sum.split("_");
  const kept =
    period === "all" ? `t.${sum}` : `case when t.${period} = excluded.${period} then t.${sum} else 0 end`;
  return `${sum} = ${kept} + excluded.${sum}`;
};

/** Exact sums of each player for the last game's UTC day and ISO week, and for all time; RBX and TIX 1:1. */
export const leaderboardOf = ({ playerDays }: AllGames): Projection => ({
  name: "leaderboard",
  version: 3,
  tables: {
    leaderboard: {
      columns: {
        player_id: "text not null",
        day: "bigint not null",
        week: "bigint not null",
        ...Object.fromEntries(SUMS.map((sum) => [sum, "bigint not null"])),
        ...Object.fromEntries(SUMS.map((sum) => [`${sum}_step`, stepOf(sum)])),
      },
      key: ["player_id"],
      indexes: SUMS.map((sum) =>
        sum.startsWith("all") ? `${sum}_step` : `${sum.split("_")[0]}, ${sum}_step`,
      ),
      fillfactor: 70,
    },
  },
  reads: [playerDays],
  apply: (table) => [
    `insert into ${table("leaderboard")} as t (player_id, day, week,
      day_wagered, week_wagered, all_wagered, day_profit, week_profit, all_profit)
    select player_id, last, ${weekOf("last")}, ${sumsOfSlice.join(", ")}
    from (
      select player_id, day, wagered, won - lost as profit, max(day) over (partition by player_id) as last
      from player_days
    ) as days
    group by player_id, last
    on conflict (player_id) do update set day = excluded.day, week = excluded.week, ${SUMS.map(addedTo).join(", ")}`,
  ],
});

/** What a leaderboard ranks; `at` lies in the wanted day or week, in milliseconds. */
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
  viewer: Viewer,
): Promise<LeaderboardRow[]> {
  const ranked = `${period}_${by}`;
  const rows = await models.ask<RankedRow>(
    (table) => `select r.player_id, wagered, profit, ${PLAYER_COLUMNS}
      from (select player_id, ${period}_wagered as wagered, ${period}_profit as profit
        from ${table("leaderboard")} where ${period === "all" ? "$1::bigint = 0" : `${period} = $1::bigint`}
        order by ${ranked}_step desc, ${ranked} desc, player_id limit ${LEADERBOARD_ROWS}) r
      ${withIdentity("i", "r.player_id")}
      order by r.${by} desc, r.player_id`,
    [bucketOf(period, at)],
  );
  return rows.map((row, index) => ({
    rank: index + 1,
    player: playerOf(row, viewer),
    wagered: moneyOf(row.wagered),
    profit: moneyOf(row.profit),
  }));
}

/** The number of the day or week that an instant lies in; 0 for all time. */
function bucketOf(period: LeaderboardQuestion["period"], at: number): number {
  if (period === "all") return 0;
  const day = dayOf(at);
  return period === "day" ? day : Math.floor((day + DAYS_BEFORE_THURSDAY) / DAYS_OF_WEEK);
}
