import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { creatorEarningsOf } from "./earnings.ts";
import { firstPlayNoticesOf } from "./first-play-notices.ts";
import { gamePlayersOf } from "./game-players.ts";
import { userGamesOf } from "./games.ts";

export const userGames: ProjectionFeature = {
  name: "user-games",
  notices: (games) => [firstPlayNoticesOf(games)],
  ofGames: (games) => [userGamesOf(games), creatorEarningsOf(games), gamePlayersOf(games)],
};
