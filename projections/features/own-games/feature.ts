import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { playerStreaksOf } from "./streaks.ts";

export const ownGames: ProjectionFeature = {
  name: "own-games",
  ofGames: (games) => [playerStreaksOf(games)],
};
