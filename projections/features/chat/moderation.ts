import { ofType, same, texts } from "../../kernel/events/columns.ts";
import { type DecodedEvents, ID_OF_STREAM, parsedOf } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";

const acts: DecodedEvents = {
  name: "chat_acts",
  columns: {
    ...same("position", "stream", "recorded_at", "type"),
    player_id: `case when type in ('ChatMuted', 'ChatUnmuted') then ${ID_OF_STREAM} else payload ->> 'playerId' end`,
    message_id: "payload ->> 'messageId'",
    report_ids: "payload -> 'reportIds'",
    ...texts("action", "by", "reason"),
    until: "(payload ->> 'until')::bigint",
    seconds: "(payload ->> 'seconds')::integer",
  },
  from: parsedOf(
    "position, stream, recorded_at, type",
    "ChatMuted",
    "ChatUnmuted",
    "ChatMessageRemoved",
    "ChatReportClosed",
    "ChatSlowed",
  ),
};

/** What moderators did: who is muted, which messages are removed, which reports are closed. */
export const chatModerationProjection: Projection = {
  name: "chat-moderation",
  version: 2,
  tables: {
    chat_mutes: {
      columns: {
        player_id: "text not null",
        is_muted: "boolean not null",
        until: "bigint",
        by: "text not null",
        reason: "text not null",
        at: "bigint not null",
        position: "bigint not null",
      },
      key: ["player_id"],
    },
    chat_removals: {
      columns: {
        ...ofType("text not null", "message_id", "by", "reason"),
        at: "bigint not null",
      },
      key: ["message_id"],
    },
    chat_slows: {
      columns: { stream: "text not null", seconds: "integer not null", until: "bigint not null" },
      key: ["stream"],
    },
    chat_closings: {
      columns: {
        ...ofType("text not null", "report_id", "action", "by", "reason"),
        at: "bigint not null",
      },
      key: ["report_id"],
    },
  },
  reads: [acts],
  apply: (table) => [
    `insert into ${table("chat_mutes")} (player_id, is_muted, until, by, reason, at, position)
    select distinct on (player_id) player_id, type = 'ChatMuted', until, by, reason, recorded_at, position
    from chat_acts where type in ('ChatMuted', 'ChatUnmuted') order by player_id, position desc
    on conflict (player_id) do update set is_muted = excluded.is_muted, until = excluded.until, by = excluded.by,
      reason = excluded.reason, at = excluded.at, position = excluded.position`,
    `insert into ${table("chat_slows")} (stream, seconds, until)
    select distinct on (stream) stream, seconds, until from chat_acts where type = 'ChatSlowed'
    order by stream, position desc
    on conflict (stream) do update set seconds = excluded.seconds, until = excluded.until`,
    // Two moderators may remove the same message at once: the first one did.
    `insert into ${table("chat_removals")} (message_id, by, reason, at)
    select distinct on (message_id) message_id, by, reason, recorded_at
    from chat_acts where type = 'ChatMessageRemoved' order by message_id, position
    on conflict (message_id) do nothing`,
    `insert into ${table("chat_closings")} (report_id, action, by, reason, at)
    select distinct on (report_id) report_id, action, by, reason, recorded_at
    from chat_acts cross join lateral jsonb_array_elements_text(report_ids) as each(report_id)
    where type = 'ChatReportClosed' order by report_id, position
    on conflict (report_id) do nothing`,
  ],
};
