import { z } from "zod";
import { arrayQuery, endpoint, instantText, position } from "../../kernel/contract.ts";
import { friendSchema } from "../friendships/contract.ts";

/** Something that a player did, for those who may see it. */
export const activitySchema = z.strictObject({
  id: z.string(),
  position,
  userId: z.string(),
  user: friendSchema,
  type: z.string(),
  description: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** Whether everybody sees it at the moment. */
  isPublic: z.boolean(),
  createdAt: instantText,
});
export type Activity = z.infer<typeof activitySchema>;

/** Whose activities: everybody's, friends', or one's own. */
const SCOPES = ["all", "friends", "mine"] as const;
export type ActivityScope = (typeof SCOPES)[number];

export const activityEndpoints = {
  activities: endpoint("GET /social/activities", "player", {
    summary: "Activity visible to the caller, newest first",
    query: arrayQuery.extend({ scope: z.enum(SCOPES, "Must be all, friends or mine").optional() }),
    answers: { 200: z.array(activitySchema) },
  }),
} as const;
