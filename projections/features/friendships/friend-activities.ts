import type { ActivitySource } from "../../activities/activity-source.ts";
import { decodedEvents } from "../../kernel/events/decoded-events.ts";

const begun = decodedEvents("friendships_begun", "FriendshipBegan", {
  by_player: "payload ->> 'by'",
  player_id: "payload ->> 'playerId'",
});

/** Shows others who became friends: on both sides, and only while both show what they do. */
export const friendActivities: ActivitySource = {
  type: "friend",
  reads: [begun],
  rows: () => `select one as player_id, position, recorded_at, other as other_id, '{}' as payload
    from friendships_begun cross join lateral (values (by_player, player_id), (player_id, by_player)) side(one, other)`,
  says: (_payload, other) => ({
    description: `Became friends with ${other}`,
    metadata: { username: other },
  }),
};
