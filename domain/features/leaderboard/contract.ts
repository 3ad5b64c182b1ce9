import { z } from "zod";
import { endpoint, moneyText } from "../../kernel/contract.ts";

export const PERIODS = ["day", "week", "all"] as const;
export const RANKINGS = ["wagered", "profit"] as const;

export const leaderboardRowSchema = z.strictObject({
  rank: z.number().int().positive(),
  player: z.strictObject({ id: z.string(), username: z.string(), profileImageUrl: z.string().nullable() }),
  wagered: moneyText,
  profit: moneyText,
});
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

export const leaderboardEndpoints = {
  leaderboard: endpoint({
    method: "GET",
    path: "/leaderboard",
    summary: "Players by amount wagered or by profit; UTC day, ISO week or all time",
    access: "public",
    query: z.strictObject({
      period: z.enum(PERIODS).optional(),
      by: z.enum(RANKINGS).optional(),
    }),
    answers: { 200: z.array(leaderboardRowSchema) },
  }),
} as const;
