import { z } from "zod";
import { endpoint, moneyText } from "../../kernel/contract.ts";
import { shownPlayerSchema } from "../../player/privacy.ts";

export const PERIODS = ["day", "week", "all"] as const;
export const RANKINGS = ["wagered", "profit"] as const;

export const leaderboardRowSchema = z.strictObject({
  rank: z.number().int().positive(),
  player: shownPlayerSchema,
  wagered: moneyText,
  profit: moneyText,
});
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

export const leaderboardEndpoints = {
  leaderboard: endpoint("GET /leaderboard", "public", {
    summary: "Players by amount wagered or by profit; UTC day, ISO week or all time",
    query: z.strictObject({
      period: z.enum(PERIODS).optional(),
      by: z.enum(RANKINGS).optional(),
    }),
    answers: { 200: z.array(leaderboardRowSchema) },
  }),
} as const;
