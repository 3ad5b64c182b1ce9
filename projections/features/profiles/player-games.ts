import type { ProfileStats } from "#domain/features/profiles/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { AllGames } from "../../games/rounds.ts";
import { winRateOf } from "../../games/win-rate.ts";
import { ofType } from "../../kernel/events/columns.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";

/** A player's results in each kind of game; RBX and TIX 1:1. */
export const playerGamesOf = ({ playerDays }: AllGames): Projection => ({
  name: "player-games",
  version: 1,
  tables: {
    player_games: {
      columns: {
        player_id: "text not null",
        game_type: "text not null",
        ...ofType("bigint not null", "games", "wins", "wagered", "paid"),
        // the most that one game brought beyond its stake
        biggest_win: "bigint not null",
      },
      key: ["player_id", "game_type"],
      fillfactor: 70,
    },
  },
  reads: [playerDays],
  apply: (table) => [
    `insert into ${table("player_games")} as t (player_id, game_type, games, wins, wagered, paid, biggest_win)
    select player_id, game_type, sum(games), sum(wins), sum(wagered), sum(paid), greatest(max(biggest_win), 0)
    from player_days
    group by player_id, game_type
    on conflict (player_id, game_type) do update set games = t.games + excluded.games, wins = t.wins + excluded.wins,
      wagered = t.wagered + excluded.wagered, paid = t.paid + excluded.paid,
      biggest_win = greatest(t.biggest_win, excluded.biggest_win)`,
  ],
});

interface GamesRow extends Row {
  readonly game_type: string;
  readonly games: bigint;
  readonly wins: bigint;
  readonly wagered: bigint;
  readonly paid: bigint;
  readonly biggest_win: bigint;
}

const sumOf = (rows: readonly GamesRow[], what: "games" | "wins" | "wagered" | "paid"): bigint =>
  rows.reduce((sum, row) => sum + row[what], 0n);

/** A player's results, in total and by kind of game, most played first. */
export async function profileStats(models: ReadModels, playerId: string): Promise<ProfileStats> {
  const rows = await models.ask<GamesRow>(
    (table) => `select game_type, games, wins, wagered, paid, biggest_win from ${table("player_games")}
      where player_id = $1 order by games desc, game_type`,
    [playerId],
  );
  const [games, wins, wagered] = [sumOf(rows, "games"), sumOf(rows, "wins"), sumOf(rows, "wagered")];
  return {
    gamesPlayed: Number(games),
    wins: Number(wins),
    winRate: winRateOf(wins, games),
    wagered: formatMinor(wagered),
    profit: formatMinor(sumOf(rows, "paid") - wagered),
    games: rows.map((row) => ({
      gameType: row.game_type,
      gamesPlayed: Number(row.games),
      wins: Number(row.wins),
      winRate: winRateOf(row.wins, row.games),
      wagered: formatMinor(row.wagered),
      profit: formatMinor(row.paid - row.wagered),
      biggestWin: formatMinor(row.biggest_win),
    })),
  };
}
