import { z } from "zod";
import {
  amountNumber,
  endpoint,
  instantText,
  moneyText,
  position,
  wholeListQuery,
} from "../../kernel/contract.ts";
import { SETTING_UNITS, type SettingDefinition } from "../../kernel/setting.ts";
import { noteText } from "../roles/contract.ts";

/** Money as text with two decimals; hours, experience and basis points as whole numbers. */
export const settingValue = z.union([moneyText, z.number().int()]);

const settingSchemaOf = (definitions: readonly SettingDefinition[]) =>
  z.strictObject({
    name: z.enum(definitions.map(({ name }) => name)),
    what: z.string(),
    unit: z.enum(SETTING_UNITS),
    value: settingValue,
    isDefault: z.boolean(),
    /** What it is while nobody has set it. */
    default: settingValue,
    /** Which way of changing it needs a second admin. */
    weakenedBy: z.enum(["raising", "lowering"]).nullable(),
    least: settingValue,
    most: settingValue,
    /** The newest word on it; null while nobody has set it. */
    changed: z.strictObject({ at: instantText, position, by: z.string(), reason: z.string() }).nullable(),
  });
export type Setting = z.infer<ReturnType<typeof settingSchemaOf>>;

const settingsSchemaOf = (definitions: readonly SettingDefinition[]) =>
  z.strictObject({
    /** How often the settings were changed; a change names the one it stands on. */
    version: z.number().int().nonnegative(),
    items: z.array(settingSchemaOf(definitions)),
    next: z.null(),
  });
export type SettingsAnswer = z.infer<ReturnType<typeof settingsSchemaOf>>;

const whole = z
  .number("Must be a number")
  .refine((n) => /^\d{1,9}$/.test(String(n)), "Must be a whole number of at most nine digits");
/** New values of some settings by name; null puts one back to its default. */
const valuesSchema = (definitions: readonly SettingDefinition[]) =>
  z
    .strictObject(
      Object.fromEntries(
        definitions.map(({ name, unit }) => [
          name,
          (unit === "money" ? amountNumber : whole).nullable().optional(),
        ]),
      ),
    )
    .refine((some) => Object.keys(some).length > 0, "Name at least one setting");

/** @param definitions every setting, in order */
export const settingsEndpointsOf = (definitions: readonly SettingDefinition[]) =>
  ({
    settings: endpoint("GET /admin/settings", "admin", {
      summary: "Settings that can change while the service runs, with bounds and who set them last",
      exports: true,
      query: wholeListQuery,
      answers: { 200: settingsSchemaOf(definitions) },
    }),
  }) as const;

/** The call whose act may need two admins. @param definitions every setting, in order */
export const changeSettingsEndpoint = (definitions: readonly SettingDefinition[]) =>
  endpoint("PUT /admin/settings", "admin", {
    summary: "Change settings; the new values apply from the next command on",
    isSensitive: true,
    body: z.strictObject({
      version: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
      values: valuesSchema(definitions),
      reason: noteText,
    }),
    answers: { 200: z.strictObject({ version: z.number().int() }) },
  });
