import { z } from "zod";
import { endpoint, instantText, moneyText } from "../../kernel/contract.ts";

/** The signed-in player, as only that player sees it. */
export const currentUserSchema = z.strictObject({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  email: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  rbxBalance: moneyText,
  tixBalance: moneyText,
  /** What sales in the shop have brought. */
  usdBalance: moneyText,
  level: z.number().int().positive(),
  experience: z.number().int().nonnegative(),
  isVerified: z.boolean(),
  roles: z.array(z.enum(["moderator", "admin"])),
  /** Why the player can neither bet nor deposit; null for nearly everybody. */
  suspension: z.strictObject({ reason: z.string(), since: instantText }).nullable(),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

/** A session as its player sees it. */
const ownSessionSchema = z.strictObject({
  id: z.string(),
  createdAt: instantText,
  /** To the minute. */
  lastSeenAt: instantText,
  /** What the program is called that it was begun with. */
  client: z.string(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

const ended = z.strictObject({ ended: z.number().int().nonnegative() });

export const playerEndpoints = {
  currentUser: endpoint("GET /auth/user", "player", {
    summary: "The signed-in player, with balances that are never stale",
    answers: { 200: currentUserSchema },
  }),
  ownSessions: endpoint("GET /me/sessions", "player", {
    summary: "The player's sessions, most recently used first",
    answers: { 200: z.array(ownSessionSchema) },
  }),
  lastSignIn: endpoint("GET /me/last-sign-in", "player", {
    summary: "The player's last sign-in before this session; null if there was none",
    answers: { 200: z.strictObject({ at: instantText.nullable() }) },
  }),
  endOwnSession: endpoint("DELETE /me/sessions/{id}", "player", {
    summary: "End one of the player's own sessions",
    params: z.strictObject({ id: z.string() }),
    answers: { 200: ended },
  }),
  endOtherSessions: endpoint("DELETE /me/sessions", "player", {
    summary: "End all of the player's other sessions",
    answers: { 200: ended },
  }),
} as const;
