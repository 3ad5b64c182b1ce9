import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import { chatMessageRemoved, chatMuted, chatReportClosed, chatSlowed, chatUnmuted } from "./events.ts";
import type { Mute } from "./post.ts";
import { REPORTS_CLOSED_MAX } from "./rules.ts";

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

/** The room as moderators set it, and the ids they last dealt with, newest last. */
export type Room = {
  readonly slow: { readonly seconds: number; readonly until: number } | null;
  readonly removed: readonly string[];
  readonly closed: readonly string[];
};

/** Older ids are not needed: the read models show them as dealt with by then. */
const DEALT_WITH_MAX = 100;

const withLast = (before: readonly string[], max: number, ids: readonly string[]): readonly string[] =>
  [...before, ...ids].slice(-max);

export const roomStreamKind: StreamKind<Room> = {
  kind: "chat",
  foldVersion: 2,
  initial: { slow: null, removed: [], closed: [] },
  evolve: (room: Room, event: RecordedEvent) => {
    if (chatMessageRemoved.is(event))
      return { ...room, removed: withLast(room.removed, DEALT_WITH_MAX, [event.payload.messageId]) };
    if (chatReportClosed.is(event))
      return { ...room, closed: withLast(room.closed, REPORTS_CLOSED_MAX, event.payload.reportIds) };
    if (!chatSlowed.is(event)) return room;
    const { seconds, until } = event.payload;
    return { ...room, slow: seconds === 0 ? null : { seconds, until } };
  },
};
