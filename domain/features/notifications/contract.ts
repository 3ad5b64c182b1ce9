import { z } from "zod";
import { arrayQuery, endpoint, instantText, position } from "../../kernel/contract.ts";

/** Something that a player was told. */
export const notificationSchema = z.strictObject({
  id: z.string(),
  position,
  userId: z.string(),
  type: z.enum(["deposit", "account", "system", "friend"]),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  /** Where on the site there is more; null for nowhere. */
  actionUrl: z.string().nullable(),
  createdAt: instantText,
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationEndpoints = {
  notifications: endpoint({
    method: "GET",
    path: "/social/notifications",
    summary: "What the player was told, the newest first",
    access: "player",
    query: arrayQuery,
    answers: { 200: z.array(notificationSchema) },
  }),
  readNotification: endpoint({
    method: "POST",
    path: "/social/notifications/{id}/read",
    summary: "Mark a notification as read",
    access: "player",
    params: z.strictObject({ id: z.string().regex(/^n_[1-9]\d{0,14}$/, "Must be a notification's id") }),
    body: z.strictObject({}),
    answers: { 200: z.strictObject({ id: z.string(), isRead: z.literal(true) }) },
  }),
} as const;
