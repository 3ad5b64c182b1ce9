import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { creatorEarningsOf } from "./earnings.ts";
import { firstPlayNoticesOf } from "./first-play-notices.ts";
import { gamePlayersOf } from "./game-players.ts";
import { userGamesOf } from "./games.ts";
import { madeActivities } from "./made-activities.ts";
import { userGameVersionsProjection } from "./versions.ts";

export const userGames: ProjectionFeature = {
  name: "user-games",
  readModels: [userGameVersionsProjection],
  notices: (games) => [firstPlayNoticesOf(games)],
  ofGames: (games) => [userGamesOf(games), creatorEarningsOf(games), gamePlayersOf(games)],
  activities: () => [madeActivities],
};
