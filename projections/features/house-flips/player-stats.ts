import type { GameStats } from "#domain/features/house-flips/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { AllGames } from "../../games/rounds.ts";
import { winRateOf } from "../../games/win-rate.ts";
import { ofType } from "../../kernel/events/columns.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";

/** A player's results: games, wins, amounts won and lost; RBX and TIX 1:1. */
export const playerStatsOf = ({ playerDays }: AllGames): Projection => ({
  name: "player-stats",
  version: 3,
  tables: {
    player_stats: {
      columns: {
        player_id: "text not null",
        ...ofType("bigint not null", "games", "wins", "won", "lost"),
      },
      key: ["player_id"],
      fillfactor: 70,
    },
  },
  reads: [playerDays],
  apply: (table) => [
    `insert into ${table("player_stats")} as t (player_id, games, wins, won, lost)
    select player_id, sum(games), sum(wins), sum(won), sum(lost) from player_days group by player_id
    on conflict (player_id) do update set games = t.games + excluded.games, wins = t.wins + excluded.wins,
      won = t.won + excluded.won, lost = t.lost + excluded.lost`,
  ],
});

interface StatsRow extends Row {
  readonly games: bigint;
  readonly wins: bigint;
  readonly won: bigint;
  readonly lost: bigint;
}

const NO_GAMES: StatsRow = { games: 0n, wins: 0n, won: 0n, lost: 0n };

/** A player's figures; zeros before the first game. */
export async function playerStats(models: ReadModels, playerId: string): Promise<GameStats> {
  const [row = NO_GAMES] = await models.ask<StatsRow>(
    (table) => `select games, wins, won, lost from ${table("player_stats")} where player_id = $1`,
    [playerId],
  );
  const games = Number(row.games);
  return {
    totalGames: games,
    wins: Number(row.wins),
    gamesPlayed: games,
    winRate: winRateOf(row.wins, row.games),
    totalWon: formatMinor(row.won),
    totalLost: formatMinor(row.lost),
  };
}
