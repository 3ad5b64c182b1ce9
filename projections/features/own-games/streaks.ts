import type { Streaks } from "#domain/features/own-games/contract.ts";
import type { AllGames } from "../../games/rounds.ts";
import { ofType } from "../../kernel/events/columns.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";

/** SQL: the longest run within `games`, between games of the other kind. */
const longestOf = (other: string): string =>
  `select max(octet_length(run)) from unnest(string_to_array(games, '${other}')) as run`;

/** A player's streaks of games won or lost: current and longest. */
export const playerStreaksOf = ({ inOrder }: AllGames): Projection => ({
  name: "player-streaks",
  version: 1,
  tables: {
    player_streaks: {
      columns: {
        player_id: "text not null",
        won: "boolean not null",
        ...ofType("bigint not null", "games", "longest_win", "longest_loss"),
      },
      key: ["player_id"],
      fillfactor: 70,
    },
  },
  reads: [inOrder],
  // A slice becomes one letter a game, in which runs are found without a row for each game. The first run continues the
  // stored one if both are won, or both lost.
  apply: (table) => [
    `insert into ${table("player_streaks")} (player_id, won, games, longest_win, longest_loss)
    select player_id, last = 'w', case when first_run = all_games then first_length else last_run end,
      greatest(longest_win, (${longestOf("l")}), case when first = 'w' then first_length else 0 end),
      greatest(longest_loss, (${longestOf("w")}), case when first = 'l' then first_length else 0 end)
    from (
      select own.*, t.longest_win, t.longest_loss,
        first_run + case when t.won = (first = 'w') then t.games else 0 end as first_length
      from (
        select player_id, games, left(games, 1) as first, right(games, 1) as last, octet_length(games) as all_games,
          octet_length(games) - octet_length(ltrim(games, left(games, 1))) as first_run,
          octet_length(games) - octet_length(rtrim(games, right(games, 1))) as last_run
        from (
          select player_id,
            string_agg(case when side = result then 'w' else 'l' end, '' order by position, game_id) as games
          from games_in_order group by player_id
        ) letters offset 0
      ) own left join ${table("player_streaks")} t on t.player_id = own.player_id
    ) runs
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
