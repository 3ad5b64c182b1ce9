import { z } from "zod";
import {
  arrayQuery,
  endpoint,
  instantText,
  type NamedRate,
  page,
  pageQuery,
  positionQuery,
} from "../../kernel/contract.ts";
import { adminPlayerSchema, idText } from "../roles/contract.ts";
import { MUTE_MINUTES_MAX, REASON_CHARS_MAX, SLOW_MINUTES_MAX, SLOW_SECONDS_MAX } from "./rules.ts";
import { cleaned, FORBIDDEN_CHARACTERS } from "./text.ts";

/** The reason for a report or act, stored like chat texts. */
const reasonText = z
  .string("Must be text")
  .max(4 * REASON_CHARS_MAX, `At most ${REASON_CHARS_MAX} characters`)
  .refine((text) => !FORBIDDEN_CHARACTERS.test(text), "Contains an invalid character")
  .transform(cleaned)
  .refine((text) => text !== "", "Write a few words")
  .refine((text) => text.length <= REASON_CHARS_MAX, `At most ${REASON_CHARS_MAX} characters`);

/** An author, as everybody in the room sees them. */
export const chatUserSchema = z.strictObject({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  robloxId: z.null(),
  profileImageUrl: z.string().nullable(),
  level: z.number().int().positive(),
  email: z.null(),
  role: z.enum(["player", "moderator", "admin"]),
});

export const chatMessageSchema = z.strictObject({
  id: z.string(),
  /** The room's own number: 1, 2, 3 … without a gap. */
  position: z.number().int().positive(),
  userId: z.string(),
  /** Empty once it is deleted, or hidden while reports of it are looked at. */
  message: z.string(),
  roomId: z.string(),
  replyToId: z.string().nullable(),
  replyTo: z.strictObject({ id: z.string(), username: z.string(), message: z.string() }).nullable(),
  isEdited: z.boolean(),
  editedAt: instantText.nullable(),
  isDeleted: z.boolean(),
  deletedBy: z.string().nullable(),
  createdAt: instantText,
  type: z.enum(["chat", "system", "bet"]),
  user: chatUserSchema,
  /** Players whom the text calls by name: from which UTF-16 unit on, up to which, and whom. */
  mentions: z.array(
    z.strictObject({
      start: z.number().int().nonnegative(),
      end: z.number().int().positive(),
      playerId: z.string(),
    }),
  ),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** The caller's standing: whether the chat is open, and why they cannot write. */
export const chatRoomSchema = z.strictObject({
  isOpen: z.boolean(),
  level: z.number().int().positive(),
  levelMin: z.number().int().positive(),
  /** `until` is null for ever. */
  mute: z.strictObject({ until: instantText.nullable(), reason: z.string() }).nullable(),
  slow: z.strictObject({ seconds: z.number().int().positive(), until: instantText }).nullable(),
});

const params = z.strictObject({ id: idText });
const written = z.string("Must be text");
const writing: NamedRate = { name: "chat", perSecond: 1, burst: 20 };

export const chatEndpoints = {
  chatRoom: endpoint("GET /chat/room", "player", {
    summary: "Whether the chat is open to the player, and what keeps them from writing",
    answers: { 200: chatRoomSchema },
  }),
  chatMessages: endpoint("GET /chat/messages", "player", {
    summary: "What was said in the chat, newest first",
    query: arrayQuery.extend({ after: positionQuery.optional() }),
    answers: { 200: z.array(chatMessageSchema) },
  }),
  postMessage: endpoint("POST /chat/messages", "player", {
    summary: "Say something in the chat",
    rate: writing,
    judgesText: true,
    body: z.strictObject({ message: written, replyToId: idText.optional() }),
    answers: { 200: chatMessageSchema },
  }),
  editMessage: endpoint("PATCH /chat/messages/{id}", "player", {
    summary: "Edit one's own message, within two minutes",
    rate: writing,
    params,
    judgesText: true,
    body: z.strictObject({ message: written }),
    answers: { 200: chatMessageSchema },
  }),
  /** Whether the caller may delete another's message is decided in `moderate.ts`, as of the head. */
  deleteMessage: endpoint("DELETE /chat/messages/{id}", "player", {
    summary: "Delete one's own message within five minutes; moderators any, with a reason",
    rate: writing,
    params,
    body: z.strictObject({ reason: reasonText.optional() }),
    answers: { 200: chatMessageSchema },
  }),
  unreadMessages: endpoint("GET /chat/unread", "player", {
    summary: "How many messages, up to a hundred, arrived since the player last read the chat",
    answers: {
      200: z.strictObject({
        count: z.number().int().nonnegative(),
        /** The newest message that was read, and the newest there is. */
        readUpTo: z.number().int().nonnegative(),
        upTo: z.number().int().nonnegative(),
      }),
    },
  }),
  readMessages: endpoint("POST /chat/read", "player", {
    summary: "Mark messages as read, up to one of them",
    body: z.strictObject({ upTo: z.number().int().nonnegative() }),
    answers: { 200: z.strictObject({ upTo: z.number().int().nonnegative() }) },
  }),
  reportMessage: endpoint("POST /chat/messages/{id}/report", "player", {
    summary: "Report a message to the moderators, once",
    rate: { name: "chat-report", perSecond: 0.1, burst: 10 },
    params,
    body: z.strictObject({ reason: reasonText }),
    answers: { 200: z.strictObject({ id: z.string() }) },
  }),
} as const;

export const chatReportSchema = z.strictObject({
  id: z.string(),
  messageId: z.string(),
  /** The text as it was when it was reported. */
  message: z.string(),
  user: adminPlayerSchema,
  reporter: adminPlayerSchema,
  reason: z.string(),
  status: z.enum(["open", "closed"]),
  createdAt: instantText,
  resolution: z
    .strictObject({
      action: z.enum(["dismiss", "delete", "mute"]),
      by: adminPlayerSchema,
      reason: z.string(),
      at: instantText,
    })
    .nullable(),
});
export type ChatReport = z.infer<typeof chatReportSchema>;

export const chatMuteSchema = z.strictObject({
  user: adminPlayerSchema,
  by: adminPlayerSchema,
  reason: z.string(),
  at: instantText,
  /** Null for ever. */
  until: instantText.nullable(),
});
export type ChatMute = z.infer<typeof chatMuteSchema>;

const minutes = z.number().int().min(1).max(MUTE_MINUTES_MAX).nullable();

export const moderationEndpoints = {
  chatReports: endpoint("GET /chat/reports", "moderator", {
    summary: "Reports of messages, the newest first",
    query: pageQuery.extend({ status: z.enum(["open", "closed"]).optional() }),
    answers: { 200: page(chatReportSchema) },
  }),
  resolveReport: endpoint("POST /chat/reports/{id}/resolve", "moderator", {
    summary:
      "Close a report and all others on the message: dismiss them, delete the message, or mute its author",
    params,
    body: z.strictObject({
      action: z.enum(["dismiss", "delete", "mute"]),
      minutes: minutes.optional(),
      reason: reasonText,
    }),
    answers: { 200: z.strictObject({ closed: z.number().int().positive() }) },
  }),
  chatMutes: endpoint("GET /chat/mutes", "moderator", {
    summary: "Muted players, with end and reason",
    query: pageQuery,
    answers: { 200: page(chatMuteSchema) },
  }),
  mutePlayer: endpoint("POST /chat/mutes", "moderator", {
    summary: "Mute a player: moderators for up to 24 hours, admins without limit",
    body: z.strictObject({ userId: idText, minutes, reason: reasonText }),
    answers: { 200: z.strictObject({ userId: z.string(), until: instantText.nullable() }) },
  }),
  unmutePlayer: endpoint("DELETE /chat/mutes/{id}", "moderator", {
    summary: "End a player's mute",
    params,
    body: z.strictObject({ reason: reasonText }),
    answers: { 200: z.strictObject({ userId: z.string() }) },
  }),
  messageHistory: endpoint("GET /chat/messages/{id}/history", "moderator", {
    summary: "What a message said before it was changed or deleted",
    params,
    answers: {
      200: z.strictObject({
        message: chatMessageSchema,
        versions: z.array(z.strictObject({ message: z.string(), at: instantText })),
      }),
    },
  }),
  slowChat: endpoint("PUT /chat/slow", "moderator", {
    summary: "Make everyone wait between messages for a while; 0 seconds ends it",
    body: z.strictObject({
      seconds: z.number().int().min(0).max(SLOW_SECONDS_MAX),
      minutes: z.number().int().min(1).max(SLOW_MINUTES_MAX),
      reason: reasonText,
    }),
    answers: { 200: z.strictObject({ seconds: z.number().int(), until: instantText }) },
  }),
} as const;
