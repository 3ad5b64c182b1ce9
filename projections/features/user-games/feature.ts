import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { creatorEarningsOf } from "./earnings.ts";
import { gamePlayersOf } from "./game-players.ts";
import { userGamesOf } from "./games.ts";

export const userGames: ProjectionFeature = {
  name: "user-games",
  ofGames: (games) => [userGamesOf(games), creatorEarningsOf(games), gamePlayersOf(games)],
};
