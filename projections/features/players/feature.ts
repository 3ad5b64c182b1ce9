import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { playerProgressOf } from "./player-progress.ts";

export const players: ProjectionFeature = {
  name: "players",
  ofGames: (games) => [playerProgressOf(games)],
};
