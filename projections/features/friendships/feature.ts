import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import type { ActivitySource } from "../../activities/activity-source.ts";
import { decodedEvents } from "../../kernel/events/decoded-events.ts";
import { friendshipsProjection } from "./friendships.ts";

const begun = decodedEvents("friendships_begun", "FriendshipBegan", {
  by_player: "payload ->> 'by'",
  player_id: "payload ->> 'playerId'",
});

/** Shows others who became friends: on both sides, and only while both show what they do. */
const friendActivities: ActivitySource = {
  type: "friend",
  reads: [begun],
  rows: () => `select one as player_id, position, recorded_at, other as other_id, '{}' as payload
    from friendships_begun cross join lateral (values (by_player, player_id), (player_id, by_player)) side(one, other)`,
  says: (_payload, other) => ({
    description: `Became friends with ${other}`,
    metadata: { username: other },
  }),
};

export const friendships: ProjectionFeature = {
  name: "friendships",
  readModels: [friendshipsProjection],
  activities: () => [friendActivities],
  besideLog: [{ table: "presence_days" }, { table: "presence_leases" }],
};
