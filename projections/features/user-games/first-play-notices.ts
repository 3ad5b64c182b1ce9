import type { AllGames } from "../../games/rounds.ts";
import type { NoticeSource } from "../../notices/notice-source.ts";

/** Tells creators when a game of theirs is played for the first time. */
export const firstPlayNoticesOf = ({ made }: AllGames): NoticeSource => ({
  name: "firstplay",
  type: "game",
  reads: [made.earned],
  rows: () => `select distinct on (made_game_id) creator_id as player_id, position, recorded_at,
      '{"gameId":"' || made_game_id || '"}' as payload, 'once:' || made_game_id as together
    from ${made.earned.name} order by made_game_id, position`,
  says: ({ gameId = "" }) => ({
    title: "Your game was played",
    message: "A game of yours was played for the first time.",
    link: `/user-games/${gameId}`,
  }),
});
