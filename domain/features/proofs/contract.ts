import { z } from "zod";
import { endpoint } from "../../kernel/contract.ts";
import { crashProofSchema, jackpotProofSchema } from "../game-rounds/proof.ts";
import { coinflipProofSchema } from "../live-coinflips/contract.ts";
import { flipProofSchema } from "../seed-pairs/contract.ts";

/** Everything needed to check one game, by the scheme it was drawn in. */
export const proofSchema = z.discriminatedUnion("scheme", [
  flipProofSchema,
  coinflipProofSchema,
  jackpotProofSchema,
  crashProofSchema,
]);

export const proofEndpoints = {
  proof: endpoint("GET /games/{id}/proof", "public", {
    summary: "All that is needed to check one game, without names",
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    answers: { 200: proofSchema },
  }),
} as const;
