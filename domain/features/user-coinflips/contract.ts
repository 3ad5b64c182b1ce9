import type { z } from "zod";
import { endpoint, moneyText } from "../../kernel/contract.ts";
import { flipAnswerSchema, flipRequestSchema } from "../house-flips/contract.ts";
import { seenVersion, userGameParams } from "../user-games/params.ts";

export const userFlipAnswerSchema = flipAnswerSchema.extend({
  /** What the creator earned by this flip. */
  creatorShare: moneyText,
});
export type UserFlipAnswer = z.infer<typeof userFlipAnswerSchema>;

export const userCoinflipEndpoints = {
  playUserGame: endpoint("POST /user-games/{id}/play", "player", {
    summary: "Flip a coin against the house by the rules of a player-made game",
    rate: { name: "user-flip", perSecond: 50, burst: 100 },
    params: userGameParams,
    body: flipRequestSchema.extend({ version: seenVersion.optional() }),
    answers: { 200: userFlipAnswerSchema },
  }),
} as const;
