import { z } from "zod";
import { endpoint, instantText, moneyText } from "../../kernel/contract.ts";
import { privacySchema } from "../../player/privacy.ts";
import { activitySchema } from "../activities/contract.ts";

const count = z.number().int().nonnegative();

/** How a player has fared; RBX and TIX 1:1, items at the values that they were staked at. */
const figures = {
  gamesPlayed: count,
  wins: count,
  /** In per cent with one decimal. */
  winRate: z.number(),
  wagered: moneyText,
  /** What was won, less what was staked. */
  profit: moneyText,
};

const profileStatsSchema = z.strictObject({
  ...figures,
  games: z.array(z.strictObject({ gameType: z.string(), ...figures, biggestWin: moneyText })),
});
export type ProfileStats = z.infer<typeof profileStatsSchema>;

/** A player as others may see one. */
const profileSchema = z.strictObject({
  id: z.string(),
  /** "Hidden player" if the caller may not see the player; there is no picture then. */
  username: z.string(),
  displayName: z.string(),
  profileImageUrl: z.string().nullable(),
  level: z.number().int().positive(),
  joinedAt: instantText,
  /** Null for a hidden player. */
  stats: profileStatsSchema.nullable(),
  /** What the player did last; null if the caller may not see it. */
  activities: z.array(activitySchema).nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

export const profileEndpoints = {
  profile: endpoint("GET /players/{id}", "public", {
    summary: "A player's public profile, with figures by game",
    params: z.strictObject({ id: z.string() }),
    answers: { 200: profileSchema },
  }),
  privacy: endpoint("GET /me/privacy", "player", {
    summary: "What others see of the player",
    answers: { 200: privacySchema },
  }),
  setPrivacy: endpoint("PUT /me/privacy", "player", {
    summary: "Set what others see of the player",
    body: privacySchema,
    answers: { 200: privacySchema },
  }),
} as const;
