import type { Setting } from "#domain/features/settings/contract.ts";
import { settingText } from "#domain/kernel/setting.ts";
import { percent, readMoney, ruleMoney } from "#web/lib/format.ts";

/** A setting's value in words, a bare count without a unit. @example valueText("hours", 24) // "24 hours" */
export function valueText(unit: Setting["unit"] | undefined, value: Setting["value"]): string {
  if (typeof value === "string") return ruleMoney(readMoney(value));
  const count = value.toLocaleString("en-US");
  if (unit === "experience") return `${count} XP`;
  if (unit === "switch") return value === 1 ? "On" : "Off";
  if (unit === "levels") return `level ${count}`;
  if (unit === "basisPoints")
    return `${percent(BigInt(value))} (${count} basis ${value === 1 ? "point" : "points"})`;
  if (unit === "hours") return value === 1 ? "1 hour" : `${count} hours`;
  return count;
}

const PATTERNS = {
  money: /^\d{1,12}(\.\d{1,2})?$/,
  hours: /^\d{1,9}$/,
  experience: /^\d{1,9}$/,
  basisPoints: /^\d{1,9}$/,
  levels: /^\d{1,9}$/,
  switch: /^[01]$/,
} as const;

/** The values a setting takes, in words. @example boundsText(hours) // "1 hour to 720 hours" */
export const boundsText = ({ unit, least, most }: Pick<Setting, "unit" | "least" | "most">): string =>
  unit === "switch" ? "On or off" : `${valueText(unit, least)} to ${valueText(unit, most)}`;

/** Which change needs a second admin, as a sentence; null where none does. */
export function secondAdminText({ unit, weakenedBy }: Pick<Setting, "unit" | "weakenedBy">): string | null {
  if (weakenedBy === null) return null;
  const isRaising = weakenedBy === "raising";
  const act =
    unit === "switch" ? `Turning it ${isRaising ? "on" : "off"}` : isRaising ? "Raising it" : "Lowering it";
  return `${act} needs a second admin.`;
}

/** Reads a new value. @returns what is wrong with it, as a sentence, when it cannot be one */
export function readValue(
  setting: Setting,
  text: string,
): { readonly value: number } | { readonly fault: string } {
  const { unit, least, most } = setting;
  const fault = unit === "switch" ? "Choose on or off" : `Enter ${boundsText(setting)}`;
  if (!PATTERNS[unit].test(text.trim())) return { fault };
  const [asked, low, high] = [text.trim(), String(least), String(most)].map(readMoney) as [
    bigint,
    bigint,
    bigint,
  ];
  return asked < low || asked > high ? { fault } : { value: Number(text) };
}

/** Whether a new value weakens a control, so that it needs a second admin; what is no value does not. */
export function weakens(setting: Setting, text: string): boolean {
  const { weakenedBy, value } = setting;
  if (weakenedBy === null || "fault" in readValue(setting, text)) return false;
  const [to, from] = [readMoney(text.trim()), readMoney(String(value))];
  return weakenedBy === "raising" ? to > from : to < from;
}

/** A change of the settings as the log stores it. */
export interface StoredChange {
  readonly by: string;
  readonly reason: string;
  readonly values: readonly { readonly name: string; readonly text: string }[];
}

/** A value as the log stores it, in words: money in minor units, all else a count. */
function storedText(setting: Setting | undefined, value: string): string {
  if (setting === undefined) return value;
  const text = settingText(setting, BigInt(value));
  return valueText(setting.unit, setting.unit === "money" ? text : Number(text));
}

/** Reads the payload of a change, minor units as money; null for what is none. @param settings with their units */
export function readChange(payload: string, settings: readonly Setting[]): StoredChange | null {
  const read = JSON.parse(payload) as Partial<{
    by: string;
    reason: string;
    values: Record<string, string | null>;
  }>;
  if (typeof read.by !== "string" || typeof read.reason !== "string" || !read.values) return null;
  const values = Object.entries(read.values).map(([name, value]) => {
    const setting = settings.find((one) => one.name === name);
    return { name, text: value === null ? "the default" : storedText(setting, value) };
  });
  return { by: read.by, reason: read.reason, values };
}
