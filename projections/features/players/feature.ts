import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { levelActivitiesOf } from "./level-activities.ts";
import { levelNoticesOf } from "./level-notices.ts";
import { playerProgressOf } from "./player-progress.ts";

export const players: ProjectionFeature = {
  name: "players",
  notices: (games, openings) => [levelNoticesOf(games, openings)],
  ofGames: (games) => [playerProgressOf(games)],
  activities: (games) => [levelActivitiesOf(games)],
};
