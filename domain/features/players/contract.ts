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
  level: z.number().int().positive(),
  experience: z.number().int().nonnegative(),
  isVerified: z.boolean(),
  roles: z.array(z.enum(["moderator", "admin"])),
  /** Why the player can neither bet nor deposit; null for nearly everybody. */
  suspension: z.strictObject({ reason: z.string(), since: instantText }).nullable(),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

export const playerEndpoints = {
  currentUser: endpoint({
    method: "GET",
    path: "/auth/user",
    summary: "The signed-in player, with balances that are never stale",
    access: "player",
    answers: { 200: currentUserSchema },
  }),
} as const;
