import type { LeaderboardRow, PERIODS, RANKINGS } from "#domain/features/leaderboard/contract.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

export type Period = (typeof PERIODS)[number];
export type Ranking = (typeof RANKINGS)[number];

/** What a leaderboard is about. */
export interface Board {
  readonly period: Period;
  readonly by: Ranking;
}

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  day: "Today",
  week: "This week",
  all: "All time",
};
export const RANKING_NAMES: Readonly<Record<Ranking, string>> = { wagered: "Wagered", profit: "Profit" };

/** Polling interval of a board while the live stream is down. */
const BOARD_POLL_MS = 10_000;
const FIRST_BOARD: Board = { period: "day", by: "wagered" };

const isKey = <T extends object>(names: T, key: string | null): key is keyof T & string =>
  key !== null && Object.hasOwn(names, key);

/** The board that an address names; missing or wrong parts default to the first one's. */
export function boardOf(params: URLSearchParams): Board {
  const period = params.get("period");
  const by = params.get("by");
  return {
    period: isKey(PERIOD_NAMES, period) ? period : FIRST_BOARD.period,
    by: isKey(RANKING_NAMES, by) ? by : FIRST_BOARD.by,
  };
}

/**
 * The address of a board. @example addressOf({ period: "week", by: "profit" }) //
 * "/leaderboard?period=week&by=profit"
 */
export const addressOf = ({ period, by }: Board): string => `/leaderboard?period=${period}&by=${by}`;

/** The leading players of a board. */
export const boardQuery = ({ period, by }: Board) =>
  apiQuery("GET /leaderboard", {
    input: { query: { period, by } },
    topics: ["leaderboard"],
    pollMs: BOARD_POLL_MS,
  });

/** A player's own row, if the board names it. */
export const ownRow = (
  rows: readonly LeaderboardRow[],
  playerId: string | null,
): LeaderboardRow | undefined =>
  playerId === null ? undefined : rows.find(({ player }) => player.id === playerId);
