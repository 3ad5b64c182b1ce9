import { z } from "zod";
import { moneyText } from "../kernel/contract.ts";

/** A copy at stake as a proof names it, with what it was worth when it was staked. */
export const provenItemSchema = z.strictObject({
  limitedId: z.number().int().positive(),
  /** The platform's name of the copy. */
  instance: z.string(),
  value: moneyText,
  inCustody: z.boolean(),
});
export type ProvenItem = z.infer<typeof provenItemSchema>;
