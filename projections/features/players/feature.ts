import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { levelActivitiesOf } from "./level-activities.ts";
import { levelNoticesOf } from "./level-notices.ts";
import { playerProgressOf } from "./player-progress.ts";

/** A player's public identity: no address and no token. */
const IDENTITY_COLUMNS = [
  ...["player_id", "platform_id", "username", "display_name", "profile_image_url", "is_verified"],
  ...["created_at", "updated_at", "profile", "activity", "presence", "requests"],
];

export const players: ProjectionFeature = {
  name: "players",
  notices: (games, openings) => [levelNoticesOf(games, openings)],
  ofGames: (games) => [playerProgressOf(games)],
  activities: (games) => [levelActivitiesOf(games)],
  besideLog: [{ table: "identities", columns: IDENTITY_COLUMNS }],
};
