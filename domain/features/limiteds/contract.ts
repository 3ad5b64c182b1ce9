import { z } from "zod";
import { endpoint, instantText, moneyText } from "../../kernel/contract.ts";
import { RARITIES, VALUE_SOURCES } from "./rules.ts";

/** An item of the catalogue. */
export const limitedSchema = z.strictObject({
  id: z.number().int().positive(),
  robloxAssetId: z.number().int().positive(),
  name: z.string(),
  description: z.string(),
  /** On this site: pictures of the platform are passed on by it. */
  imageUrl: z.string(),
  rarity: z.enum(RARITIES),
  /** In RBX. */
  estimatedValue: moneyText,
  isCollectible: z.boolean(),
  /** When the value was asked for, and what it rests on. */
  valueAt: instantText,
  valueSource: z.enum(VALUE_SOURCES),
});
export type Limited = z.infer<typeof limitedSchema>;

/** How many items were found. */
export const countSchema = z.strictObject({ count: z.number().int().nonnegative() });

export const limitedEndpoints = {
  limiteds: endpoint({
    method: "GET",
    path: "/limiteds",
    summary: "The catalogue of limited items, the most valuable first",
    access: "public",
    answers: { 200: z.array(limitedSchema) },
  }),
  seedLimiteds: endpoint({
    method: "POST",
    path: "/admin/seed-limiteds",
    summary: "Ask the platform for the items of the catalogue, list new ones and value known ones anew",
    access: "admin",
    body: z.strictObject({}),
    answers: { 200: countSchema },
  }),
} as const;
