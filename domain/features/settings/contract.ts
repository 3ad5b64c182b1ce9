import { z } from "zod";
import { amountNumber, endpoint, instantText, moneyText, position } from "../../kernel/contract.ts";
import { proposedSchema } from "../proposals/proposed.ts";
import { noteText } from "../roles/contract.ts";
import { SETTING_NAMES } from "./rules.ts";

/** Money as text with two decimals; hours, experience and basis points as whole numbers. */
const value = z.union([moneyText, z.number().int()]);

export const settingSchema = z.strictObject({
  name: z.enum(SETTING_NAMES as [string, ...string[]]),
  what: z.string(),
  unit: z.enum(["money", "hours", "experience", "basisPoints"]),
  value,
  isDefault: z.boolean(),
  /** What it is while nobody has set it. */
  default: value,
  /** Which way of changing it needs a second admin. */
  weakenedBy: z.enum(["raising", "lowering"]).nullable(),
  least: value,
  most: value,
  /** The newest word on it; null while nobody has set it. */
  changed: z.strictObject({ at: instantText, position, by: z.string(), reason: z.string() }).nullable(),
});
export type Setting = z.infer<typeof settingSchema>;

export const settingsSchema = z.strictObject({
  /** How often the settings were changed; a change names the one it stands on. */
  version: z.number().int().nonnegative(),
  items: z.array(settingSchema),
  next: z.null(),
});
export type SettingsAnswer = z.infer<typeof settingsSchema>;

const whole = z
  .number("Must be a number")
  .refine((n) => /^\d{1,9}$/.test(String(n)), "Must be a whole number of at most nine digits");
/** Null puts a setting back to its default. */
const values = z
  .strictObject({
    stakeMax: amountNumber.nullable().optional(),
    experienceDayMax: whole.nullable().optional(),
    coinflipOpenHours: whole.nullable().optional(),
    secondApprovalAbove: amountNumber.nullable().optional(),
    roleHours: whole.nullable().optional(),
    bankRisk: whole.nullable().optional(),
    bankFloor: amountNumber.nullable().optional(),
  })
  .refine((some) => Object.keys(some).length > 0, "Say what is to be changed");

export const settingsEndpoints = {
  settings: endpoint({
    method: "GET",
    path: "/admin/settings",
    summary: "What can be set while the service runs, with bounds, and who set it last",
    access: "admin",
    answers: { 200: settingsSchema },
  }),
  changeSettings: endpoint({
    method: "PUT",
    path: "/admin/settings",
    summary: "Change settings; the new values apply from the next command on",
    access: "admin",
    isSensitive: true,
    body: z.strictObject({
      version: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
      values,
      reason: noteText,
    }),
    answers: { 200: z.strictObject({ version: z.number().int() }), 202: proposedSchema },
  }),
} as const;
