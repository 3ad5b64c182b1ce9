import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import type { ActivitySource } from "../../activities/activity-source.ts";
import type { AllGames } from "../../games/rounds.ts";
import { texts } from "../../kernel/events/columns.ts";
import { decodedEvents } from "../../kernel/events/decoded-events.ts";
import type { NoticeSource } from "../../notices/notice-source.ts";
import { creatorEarningsOf } from "./earnings.ts";
import { gamePlayersOf } from "./game-players.ts";
import { userGamesOf } from "./games.ts";
import { userGameVersionsProjection } from "./versions.ts";

/** Tells creators when a game of theirs is played for the first time. */
const firstPlayNoticesOf = ({ made }: AllGames): NoticeSource => ({
  name: "firstplay",
  type: "game",
  reads: [made.earned],
  rows: () => `select distinct on (made_game_id) creator_id as player_id, position, recorded_at,
      '{"gameId":"' || made_game_id || '"}' as payload, 'once:' || made_game_id as together
    from ${made.earned.name} order by made_game_id, position`,
  says: ({ gameId = "" }) => ({
    title: "Your game was played",
    message: "One of your games was played for the first time.",
    link: `/user-games/${gameId}`,
  }),
});

const made = decodedEvents("games_made", "UserGameCreated", {
  player_id: "payload ->> 'creatorId'",
  ...texts("gameId", "title"),
});

/** Shows others which games a player makes. */
const madeActivities: ActivitySource = {
  type: "game",
  reads: [made],
  rows: () => `select player_id, position, recorded_at, null::text as other_id,
      json_build_object('gameId', game_id, 'title', title)::text as payload
    from games_made`,
  says: ({ gameId = "", title = "" }) => ({
    description: `Made a game: ${title}`,
    metadata: { gameId, title },
  }),
};

export const userGames: ProjectionFeature = {
  name: "user-games",
  readModels: [userGameVersionsProjection],
  notices: (games) => [firstPlayNoticesOf(games)],
  ofGames: (games) => [userGamesOf(games), creatorEarningsOf(games), gamePlayersOf(games)],
  activities: () => [madeActivities],
};
