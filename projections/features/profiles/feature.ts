import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { playerGamesOf } from "./player-games.ts";

export const profiles: ProjectionFeature = {
  name: "profiles",
  ofGames: (games) => [playerGamesOf(games)],
};
