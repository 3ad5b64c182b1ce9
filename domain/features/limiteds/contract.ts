import { z } from "zod";
import {
  amountNumber,
  arrayQuery,
  endpoint,
  instantText,
  listQuery,
  moneyText,
  page,
} from "../../kernel/contract.ts";
import { SEARCH_CHARS_MAX } from "../../kernel/search.ts";
import { noteText } from "../roles/contract.ts";
import { RARITIES, VALUE_GROUNDS, VALUE_SOURCES } from "./rules.ts";

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
  /** When the value was asked for, or set by an admin, and what it rests on. */
  valueAt: instantText,
  valueSource: z.enum(VALUE_GROUNDS),
});
export type Limited = z.infer<typeof limitedSchema>;

/** How many items were found. */
export const countSchema = z.strictObject({ count: z.number().int().nonnegative() });

/** An item of the catalogue as admins see it: what it counts for, and why. */
export const valuedLimitedSchema = z.strictObject({
  id: z.number().int().positive(),
  assetId: z.number().int().positive(),
  name: z.string(),
  imageUrl: z.string(),
  /** In force: what an admin set, else what the market says. In RBX. */
  value: moneyText,
  market: z.strictObject({ value: moneyText, source: z.enum(VALUE_SOURCES), at: instantText }),
  /** Null while nobody has set the value. */
  override: z.strictObject({ reason: z.string(), by: z.string(), at: instantText }).nullable(),
});
export type ValuedLimited = z.infer<typeof valuedLimitedSchema>;

const assetParams = z.strictObject({
  assetId: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "Must be the number of an item at the platform")
    .transform(Number),
});
/** What an item counts for after an act upon its value. */
const inForce = z.strictObject({ assetId: z.number().int().positive(), value: moneyText });

/** Calls whose acts may need two admins. */
export const valueActEndpoints = {
  overrideLimitedValue: endpoint("PUT /admin/limiteds/{assetId}/value", "admin", {
    summary: "Set an item's value until that is reset; changes of more than half need two admins",
    isSensitive: true,
    params: assetParams,
    body: z.strictObject({ value: amountNumber, reason: noteText }),
    answers: { 200: inForce },
  }),
  liftLimitedValue: endpoint("DELETE /admin/limiteds/{assetId}/value", "admin", {
    summary: "Return an item to its newest market value; changes of more than half need two admins",
    isSensitive: true,
    params: assetParams,
    body: z.strictObject({ reason: noteText }),
    answers: { 200: inForce },
  }),
} as const;

export const limitedEndpoints = {
  limiteds: endpoint("GET /limiteds", "public", {
    summary: "The catalogue of limited items, the most valuable first: all of it unless fewer are asked for",
    query: arrayQuery.pick({ limit: true }),
    answers: { 200: z.array(limitedSchema) },
  }),
  seedLimiteds: endpoint("POST /admin/seed-limiteds", "admin", {
    summary: "Fetch the catalogue from the platform: list new items and update known values",
    body: z.strictObject({}),
    answers: { 200: countSchema },
  }),
  limitedValues: endpoint("GET /admin/limiteds", "admin", {
    summary: "Each item's value: the market's, and the admin's in its place where one is set",
    exports: true,
    query: listQuery.extend({
      /** Part of the name, ignoring case; or the platform's full number. */
      search: z.string().trim().max(SEARCH_CHARS_MAX, `At most ${SEARCH_CHARS_MAX} characters`).optional(),
      overridden: z.enum(["1"], "Must be 1").optional(),
    }),
    answers: { 200: page(valuedLimitedSchema) },
  }),
} as const;
