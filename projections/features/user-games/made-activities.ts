import type { ActivitySource } from "../../activities/activity-source.ts";
import { texts } from "../../kernel/events/columns.ts";
import { decodedEvents } from "../../kernel/events/decoded-events.ts";

const made = decodedEvents("games_made", "UserGameCreated", {
  player_id: "payload ->> 'creatorId'",
  ...texts("gameId", "title"),
});

/** Shows others which games a player makes. */
export const madeActivities: ActivitySource = {
  type: "game",
  reads: [made],
  rows: () => `select player_id, position, recorded_at, null::text as other_id,
      json_build_object('gameId', game_id, 'title', title)::text as payload
    from games_made`,
  says: ({ gameId = "", title = "" }) => ({
    description: `Made a game: ${title}`,
    metadata: { gameId, title },
  }),
};
