import type { GameFilter, LiveBet } from "#domain/features/house-flips/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { DAY_MS, dayOf } from "#domain/kernel/time.ts";
import type { Viewer } from "#domain/player/privacy.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import { PLAYER_COLUMNS, type PlayerColumns, playerOf, withIdentity } from "../players/identity.ts";
import {
  gameOf,
  LARGE_STAKE_MIN,
  PLAYED_COLUMNS,
  type PlayedRow,
  wanted,
  withFlip,
  withPlayed,
} from "./game-history.ts";

/** Filtered bets are searched among this many newest. */
export const LIVE_SCAN_MAX = 2_000;

/**
 * The newest settled bets that are wanted, with names and pictures as they are now. The two bets of a coinflip share a
 * position, the winner's first. The API promises a bare array that continues with `before`, a position, so a page cut
 * between the two would lose the second. Such a page has one bet more than `limit`.
 */
export async function liveBets(
  models: ReadModels,
  viewer: Viewer,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER, ...filter }: Window & GameFilter = {},
): Promise<LiveBet[]> {
  const { where, values } = wanted(filter, 3);
  const newest = (table: TableNames): string =>
    values.length === 0
      ? `${table("games")} g`
      : `(select * from ${table("games")} where position < $1 order by position desc limit ${LIVE_SCAN_MAX}) g
          ${withFlip(table)}`;
  const rows = await models.ask<PlayedRow & PlayerColumns>(
    (table) => `select ${PLAYED_COLUMNS}, g.player_id, ${PLAYER_COLUMNS}
      from (select g.* from ${newest(table)} where g.position < $1${where}
        order by g.position desc fetch first $2 rows with ties) g
        ${withPlayed(table)}
        ${withIdentity("i", "g.player_id")}
      order by g.position desc, g.result = g.side desc`,
    [before, limit, ...values],
  );
  return rows.map((row) => ({ ...gameOf(row), player: playerOf(row, viewer) }));
}

/** Maximum bets in the day's largest. */
const LARGEST_MAX = 10;

/** The largest bets of the UTC day of an instant; of the two of a coinflip the winner's. @param at milliseconds */
export async function largestBets(models: ReadModels, viewer: Viewer, at: number): Promise<LiveBet[]> {
  const rows = await models.ask<PlayedRow & PlayerColumns>(
    (table) => `select ${PLAYED_COLUMNS}, g.player_id, ${PLAYER_COLUMNS}
      from (
        select distinct on (position) * from (
          select * from ${table("games")} where settled_at / ${DAY_MS} = $1 and stake >= ${LARGE_STAKE_MIN}
          order by stake desc limit ${2 * LARGEST_MAX}) large
        order by position, payout desc, player_id) g
        ${withPlayed(table)}
        ${withIdentity("i", "g.player_id")}
      order by g.stake desc, g.position limit ${LARGEST_MAX}`,
    [dayOf(at)],
  );
  return rows.map((row) => ({ ...gameOf(row), player: playerOf(row, viewer) }));
}
