import { z } from "zod";
import { arrayQuery, endpoint, instantText, moneyText } from "../../kernel/contract.ts";
import { limitedSchema } from "../limiteds/contract.ts";
import { ENTRIES_SHOWN_MAX } from "./rules.ts";

/** An entry of a player's inventory: a copy with a serial number, or all alike copies without one. */
export const userLimitedSchema = z.strictObject({
  id: z.number().int().positive(),
  userId: z.string(),
  /** The platform's number of the item, under both names. */
  assetId: z.number().int().positive(),
  limitedId: z.number().int().positive(),
  itemName: z.string(),
  /** Of one copy, in RBX. */
  itemValue: moneyText,
  serialNumber: z.number().int().nullable(),
  /** The platform's number of the item's kind. */
  assetType: z.number().int(),
  quantity: z.number().int().positive(),
  dateAcquired: instantText,
  lastSynced: instantText,
  /** Staked, listed or held by somebody else at the moment: not to be used. */
  inPlay: z.boolean(),
  /** Whether the house has it in custody: it was deposited, by whomever. Else it is here on sight. */
  inCustody: z.boolean(),
  limited: limitedSchema,
});
export type UserLimited = z.infer<typeof userLimitedSchema>;

export const syncAnswerSchema = z.strictObject({
  /** Copies found at the platform. */
  count: z.number().int().nonnegative(),
});
export type SyncAnswer = z.infer<typeof syncAnswerSchema>;

export const inventoryEndpoints = {
  userLimiteds: endpoint("GET /user/limiteds", "player", {
    summary: `The player's own limited items, the newest first: ${ENTRIES_SHOWN_MAX} entries unless fewer are asked for; \`before\` is the id of one`,
    query: arrayQuery,
    answers: { 200: z.array(userLimitedSchema) },
  }),
  syncInventory: endpoint("POST /sync-inventory", "player", {
    summary: "Sync what the player has on the platform",
    body: z.strictObject({}),
    answers: { 200: syncAnswerSchema },
  }),
} as const;
