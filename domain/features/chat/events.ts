import { z } from "zod";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent, type PayloadOf } from "../../kernel/events/event-definition.ts";
import { adminAct, whole, withNote } from "../../kernel/events/payload.ts";
import { minuteText } from "../../kernel/time.ts";
import { onPlayer } from "../players/events.ts";
import { ROOM } from "./rules.ts";

/** The stream of what moderators do in the room. No text of a message is in it, nor anywhere else in the log. */
export const roomStream: StreamName = `chat:${ROOM}`;

const muting = z.strictObject({
  ...adminAct,
  /** The moderator's role at the time: only an admin changes what an admin decided. */
  rank: z.enum(["moderator", "admin"]),
  until: whole.nullable(),
});
const unmuting = z.strictObject(adminAct);
/** A message as the log names it: `textHash` is salted, and the salt is kept beside the text alone. */
const ofMessage = { messageId: z.string(), playerId: z.string(), textHash: z.string() };
const removal = z.strictObject({ ...adminAct, ...ofMessage });
const closing = z.strictObject({
  ...adminAct,
  ...ofMessage,
  reportIds: z.array(z.string()),
  action: z.enum(["dismiss", "delete", "mute"]),
});
const mention = z.strictObject({ by: z.string(), messageId: z.string() });
const slowing = z.strictObject({ ...adminAct, seconds: whole, until: whole });

const act = { by: "p_mod", reason: "Spam" };
const message = { messageId: "msg_1", playerId: "p_1", textHash: "ab".repeat(32) };
const notice = { to: "player", type: "chat", link: "/chat" } as const;

/** A moderator muted a player until an instant, or for ever. The newest mute replaces those before. */
export const chatMuted = defineEvent({
  type: "ChatMuted",
  isByModerators: true,
  version: 2,
  // Only admins mute for ever. Who decided other mutes was not recorded.
  upcasters: [(payload) => ({ ...payload, rank: payload.until === null ? "admin" : "moderator" })],
  payload: muting,
  record: (playerId: string, payload: PayloadOf<typeof muting>) => onPlayer(playerId, payload),
  live: { player: ["notifications", "chat"], reviewers: ["moderation"] },
  notify: {
    ...notice,
    words: ({ until, reason }) => ({
      title: "Muted in the chat",
      message: withNote(
        until === null
          ? "You can no longer write there."
          : `You cannot write there until ${minuteText(until)}.`,
        reason,
      ),
    }),
  },
  example: ["p_1", { ...act, rank: "moderator", until: 1_800_000_000_000 }],
});

/** A moderator ended a player's mute. */
export const chatUnmuted = defineEvent({
  type: "ChatUnmuted",
  isByModerators: true,
  payload: unmuting,
  record: (playerId: string, payload: PayloadOf<typeof unmuting>) => onPlayer(playerId, payload),
  live: { player: ["notifications", "chat"], reviewers: ["moderation"] },
  notify: { ...notice, title: "Mute ended", message: () => "You can write in the chat again." },
  example: ["p_1", act],
});

/** A moderator removed a message. */
export const chatMessageRemoved = defineEvent({
  type: "ChatMessageRemoved",
  isByModerators: true,
  payload: removal,
  record: (payload: PayloadOf<typeof removal>) => ({ streams: [roomStream], payload }),
  live: { reviewers: ["moderation"] },
  example: [{ ...act, ...message }],
});

/** A moderator closed the open reports of a message, and did nothing else, removed it or muted its author. */
export const chatReportClosed = defineEvent({
  type: "ChatReportClosed",
  isByModerators: true,
  payload: closing,
  record: (payload: PayloadOf<typeof closing>) => ({ streams: [roomStream], payload }),
  live: { reviewers: ["moderation"] },
  example: [{ ...act, ...message, reportIds: ["rep_1"], action: "dismiss" }],
});

/** A moderator slowed the room down for a while; no seconds end that. */
export const chatSlowed = defineEvent({
  type: "ChatSlowed",
  isByModerators: true,
  payload: slowing,
  record: (payload: PayloadOf<typeof slowing>) => ({ streams: [roomStream], payload }),
  live: { reviewers: ["moderation"] },
  example: [{ ...act, seconds: 30, until: 1_800_000_000_000 }],
});

/** A message mentioned a player; null if they are not notified. The text is in no event. */
export const chatMentioned = defineEvent({
  type: "ChatMentioned",
  isByAnybody: true,
  payload: mention,
  record: (playerId: string | null, payload: PayloadOf<typeof mention>) =>
    playerId === null ? { streams: [roomStream], payload } : onPlayer(playerId, payload),
  live: { player: ["notifications"] },
  notify: {
    ...notice,
    title: "You were mentioned",
    message: () => "Someone mentioned you in the chat.",
    together: () => ({
      title: "You were mentioned",
      message: "You were mentioned in the chat several times.",
    }),
  },
  example: ["p_1", { by: "p_2", messageId: "msg_1" }],
});

export const chatEvents = [
  chatMuted,
  chatUnmuted,
  chatMentioned,
  chatMessageRemoved,
  chatReportClosed,
  chatSlowed,
] as const;
