import { z } from "zod";
import { arrayQuery, endpoint, instantText, position } from "../../kernel/contract.ts";
import { UNREAD_MAX } from "./rules.ts";

/** What notifications are about. */
export const NOTIFICATION_TYPES = [
  "deposit",
  "account",
  "system",
  "friend",
  "game",
  "shop",
  "cashout",
  "level",
  "safety",
  "chat",
] as const;

/** Of this site: a slash, and not another one. */
const OWN_PATH = /^\/(?!\/)/;

/** A notification. */
export const notificationSchema = z.strictObject({
  id: z.string(),
  position,
  userId: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  /** Where on the site there is more; null for nowhere. */
  actionUrl: z.string().regex(OWN_PATH).nullable(),
  createdAt: instantText,
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationEndpoints = {
  notifications: endpoint("GET /social/notifications", "player", {
    summary: "The player's notifications, newest first",
    query: arrayQuery,
    answers: { 200: z.array(notificationSchema) },
  }),
  readNotification: endpoint("POST /social/notifications/{id}/read", "player", {
    summary: "Mark a notification as read",
    params: z.strictObject({ id: z.string() }),
    body: z.strictObject({}),
    answers: { 200: z.strictObject({ id: z.string(), isRead: z.literal(true) }) },
  }),
  readAllNotifications: endpoint("POST /social/notifications/read-all", "player", {
    summary: "Mark all notifications up to a position as read; how many that were",
    body: z.strictObject({ upTo: position.max(Number.MAX_SAFE_INTEGER) }),
    answers: { 200: z.strictObject({ read: z.number().int().nonnegative() }) },
  }),
  unreadNotifications: endpoint("GET /social/notifications/unread", "player", {
    summary: `How many notifications are unread, up to ${UNREAD_MAX}`,
    answers: { 200: z.strictObject({ count: z.number().int().nonnegative() }) },
  }),
} as const;
