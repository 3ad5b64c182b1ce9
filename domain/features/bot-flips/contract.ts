import { z } from "zod";
import { endpoint, moneyText } from "../../kernel/contract.ts";
import { sideSchema } from "../house-flips/contract.ts";
import { itemsToBet } from "../live-coinflips/contract.ts";

const botFlipRequestSchema = z.strictObject({
  betItems: itemsToBet("Please select limited items to bet against the bot"),
  betSide: sideSchema,
});

const botFlipAnswerSchema = z.strictObject({
  id: z.string(),
  won: z.boolean(),
  result: sideSchema,
  message: z.string(),
  /** The pay-out: the items at their value and what they won in RBX, `"0.00"` on a loss. */
  winAmount: moneyText,
});
export type BotFlipAnswer = z.infer<typeof botFlipAnswerSchema>;

export const botFlipEndpoints = {
  botFlip: endpoint("POST /games/coinflip-vs-bot", "player", {
    summary: "Flip a coin for items against the house's bot",
    body: botFlipRequestSchema,
    answers: { 200: botFlipAnswerSchema },
  }),
} as const;
