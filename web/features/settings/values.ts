import type { Setting } from "#domain/features/settings/contract.ts";
import { settingText } from "#domain/kernel/setting.ts";
import { percent, readMoney, ruleMoney } from "#web/lib/format.ts";

/** A setting's value in words. @example valueText("hours", 24) // "24 hours" */
export function valueText(unit: Setting["unit"], value: Setting["value"]): string {
  if (typeof value === "string") return ruleMoney(readMoney(value));
  const count = value.toLocaleString("en-US");
  if (unit === "experience") return `${count} XP`;
  if (unit === "switch") return value === 1 ? "1 (on)" : "0 (off)";
  if (unit === "levels") return `level ${count}`;
  if (unit === "basisPoints") return `${percent(BigInt(value))} (${count} basis points)`;
  return value === 1 ? "1 hour" : `${count} hours`;
}

const PATTERNS = {
  money: /^\d{1,12}(\.\d{1,2})?$/,
  hours: /^\d{1,9}$/,
  experience: /^\d{1,9}$/,
  basisPoints: /^\d{1,9}$/,
  levels: /^\d{1,9}$/,
  switch: /^[01]$/,
} as const;

/** Reads a new value. @returns what is wrong with it, as a sentence, when it cannot be one */
export function readValue(
  { unit, least, most }: Setting,
  text: string,
): { readonly value: number } | { readonly fault: string } {
  const fault = `Enter ${valueText(unit, least)} to ${valueText(unit, most)}`;
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
    const text = setting && value !== null ? settingText(setting, BigInt(value)) : value;
    return { name, text: text ?? "the default" };
  });
  return { by: read.by, reason: read.reason, values };
}
