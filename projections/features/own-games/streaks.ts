import type { Streaks } from "#domain/features/own-games/contract.ts";
import type { AllGames } from "../../games/rounds.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";

/** The games that a player won, or lost, in a row: up to now, and at most. */
export const playerStreaksOf = ({ rounds }: AllGames): Projection => ({
  name: "player-streaks",
  version: 1,
  tables: {
    player_streaks: {
      columns: {
        player_id: "text not null",
        won: "boolean not null",
        games: "bigint not null",
        longest_win: "bigint not null",
        longest_loss: "bigint not null",
      },
      key: ["player_id"],
      fillfactor: 70,
    },
  },
  reads: rounds.map(({ played }) => played),
  // The first run of a slice goes on with the run before it where both are won, or both lost.
  apply: (table) => [
    `insert into ${table("player_streaks")} (player_id, won, games, longest_win, longest_loss)
    select player_id, bool_or(won) filter (where is_last), max(length) filter (where is_last),
      greatest(max(longest_win), max(length) filter (where won), 0),
      greatest(max(longest_loss), max(length) filter (where not won), 0)
    from (
      select run.player_id, run.won, t.longest_win, t.longest_loss, ends = all_games as is_last,
        run.games + case when begins = 1 and t.won = run.won then t.games else 0 end as length
      from (
        select player_id, won, count(*) as games, min(place) as begins, max(place) as ends, max(all_games) as all_games
        from (
          select player_id, won, place, count(*) over (partition by player_id) as all_games,
            place - row_number() over (partition by player_id, won order by place) as island
          from (
            select player_id, won, row_number() over (partition by player_id order by position, game_id) as place
            from (${rounds
              .map(
                ({ played }) =>
                  `select player_id, position, game_id, side = result as won from ${played.name}`,
              )
              .join(" union all ")}) played
          ) placed
        ) islands group by player_id, won, island
      ) run left join ${table("player_streaks")} t on t.player_id = run.player_id
    ) runs group by player_id
    on conflict (player_id) do update set won = excluded.won, games = excluded.games,
      longest_win = excluded.longest_win, longest_loss = excluded.longest_loss`,
  ],
});

interface StreaksRow extends Row {
  readonly won: boolean;
  readonly games: bigint;
  readonly longest_win: bigint;
  readonly longest_loss: bigint;
}

/** A player's streaks; none before the first game. */
export async function ownStreaks(models: ReadModels, playerId: string): Promise<Streaks> {
  const [row] = await models.ask<StreaksRow>(
    (table) =>
      `select won, games, longest_win, longest_loss from ${table("player_streaks")} where player_id = $1`,
    [playerId],
  );
  if (row === undefined) return { current: null, longestWin: 0, longestLoss: 0 };
  return {
    current: { won: row.won, games: Number(row.games) },
    longestWin: Number(row.longest_win),
    longestLoss: Number(row.longest_loss),
  };
}
