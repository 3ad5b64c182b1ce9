import type { RecordedEvent } from "../../kernel/event.ts";
import type { StreamKind } from "../../kernel/stream-kind.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import { chatMuted, chatSlowed, chatUnmuted } from "./events.ts";
import type { Mute } from "./post.ts";

/** The newest mute of a player, in force or over; null for none. */
export const muteSlice = playerSlice<Mute | null>({
  name: "chat-mute",
  version: 2,
  initial: null,
  on: [
    on(chatMuted, (_, { until, reason, rank }) => ({ until, reason, byAdmin: rank === "admin" })),
    on(chatUnmuted, (_, { reason }, { recordedAt }) => ({ until: recordedAt, reason, byAdmin: false })),
  ],
});

/** What moderators have set of the room. */
export type Room = { readonly slow: { readonly seconds: number; readonly until: number } | null };

export const roomStreamKind: StreamKind<Room> = {
  kind: "chat",
  foldVersion: 1,
  initial: { slow: null },
  evolve: (room: Room, event: RecordedEvent) => {
    if (!chatSlowed.is(event)) return room;
    const { seconds, until } = event.payload;
    return { slow: seconds === 0 ? null : { seconds, until } };
  },
};
