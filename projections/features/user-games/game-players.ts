import type { AllGames } from "../../games/rounds.ts";
import { ofType } from "../../kernel/events/columns.ts";
import type { Projection } from "../../kernel/projection.ts";

/** Each player's bets and results in each player-made game; RBX and TIX 1:1. */
export const gamePlayersOf = ({ made }: AllGames): Projection => ({
  name: "game-players",
  version: 1,
  tables: {
    game_players: {
      columns: {
        game_id: "text not null",
        player_id: "text not null",
        ...ofType("bigint not null", "bets", "wagered", "paid_out"),
      },
      key: ["game_id", "player_id"],
      indexes: ["player_id"],
      fillfactor: 70,
    },
  },
  reads: [made.played],
  apply: (table) => [
    `insert into ${table("game_players")} as t (game_id, player_id, bets, wagered, paid_out)
    select made_game_id, player_id, count(*), sum(stake), sum(payout) from made_played group by 1, 2
    on conflict (game_id, player_id) do update set bets = t.bets + excluded.bets,
      wagered = t.wagered + excluded.wagered, paid_out = t.paid_out + excluded.paid_out`,
  ],
});
