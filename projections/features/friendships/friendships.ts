import { ofType, same, texts } from "../../kernel/events/columns.ts";
import { type DecodedEvents, parsedOf } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";

const TYPES = [
  "FriendRequested",
  "FriendshipBegan",
  "FriendRequestEnded",
  "FriendshipEnded",
  "PlayerBlocked",
  "PlayerUnblocked",
];

const acts: DecodedEvents = {
  name: "friend_acts",
  columns: {
    ...same("position", "stream", "recorded_at", "type"),
    by_player: "payload ->> 'by'",
    ...texts("playerId", "requestId"),
  },
  from: parsedOf("position, stream, recorded_at, type", ...TYPES),
};

/** The last change between two players in each slice. */
const ties: DecodedEvents = {
  name: "friend_ties",
  columns: {
    ...same("position", "recorded_at", "type", "request_id", "player_id", "friend_id"),
  },
  from: `from (
    select distinct on (stream) position, recorded_at, type, request_id, by_player as one, player_id as other
      from friend_acts where type <> 'PlayerUnblocked' order by stream, position desc
  ) as last cross join lateral (values (one, other), (other, one)) as side(player_id, friend_id)`,
  needs: [acts],
};

/** Friendships from both sides; open requests; blocks. */
export const friendshipsProjection: Projection = {
  name: "friendships",
  version: 1,
  tables: {
    friendships: {
      columns: {
        ...ofType("text not null", "player_id", "friend_id", "request_id"),
        at: "bigint not null",
        position: "bigint not null",
      },
      key: ["player_id", "friend_id"],
      indexes: ["player_id, position"],
    },
    friend_requests: {
      columns: {
        ...ofType("text not null", "request_id", "by_player", "player_id"),
        at: "bigint not null",
        position: "bigint not null",
      },
      key: ["request_id"],
      indexes: ["by_player, position", "player_id, position"],
    },
    player_blocks: {
      columns: {
        by_player: "text not null",
        player_id: "text not null",
        at: "bigint not null",
        position: "bigint not null",
      },
      key: ["by_player", "player_id"],
      indexes: ["player_id"],
    },
  },
  reads: [acts, ties],
  apply: (table) => [
    `delete from ${table("friendships")} f using friend_ties t
    where t.type <> 'FriendshipBegan' and f.player_id = t.player_id and f.friend_id = t.friend_id`,
    `insert into ${table("friendships")} (player_id, friend_id, request_id, at, position)
    select player_id, friend_id, request_id, recorded_at, position from friend_ties where type = 'FriendshipBegan'
    on conflict (player_id, friend_id) do update
      set request_id = excluded.request_id, at = excluded.at, position = excluded.position`,
    `delete from ${table("friend_requests")} r using friend_acts a
    where a.type <> 'FriendRequested' and a.request_id = r.request_id`,
    `insert into ${table("friend_requests")} (request_id, by_player, player_id, at, position)
    select request_id, by_player, player_id, recorded_at, position from friend_acts a where type = 'FriendRequested'
      and not exists (select from friend_acts e where e.request_id = a.request_id and e.type <> 'FriendRequested')`,
    `delete from ${table("player_blocks")} b using (
      select distinct on (by_player, player_id) by_player, player_id, type from friend_acts
      where type in ('PlayerBlocked', 'PlayerUnblocked') order by by_player, player_id, position desc
    ) last where last.type = 'PlayerUnblocked' and b.by_player = last.by_player and b.player_id = last.player_id`,
    `insert into ${table("player_blocks")} (by_player, player_id, at, position)
    select by_player, player_id, recorded_at, position from (
      select distinct on (by_player, player_id) by_player, player_id, type, recorded_at, position from friend_acts
      where type in ('PlayerBlocked', 'PlayerUnblocked') order by by_player, player_id, position desc
    ) last where type = 'PlayerBlocked'
    on conflict (by_player, player_id) do update set at = excluded.at, position = excluded.position`,
  ],
};
