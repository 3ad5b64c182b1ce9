import type { SettingName } from "#domain/features/settings/rules.ts";

const TITLES: Readonly<Record<SettingName, string>> = {
  stakeMax: "Largest stake",
  experienceDayMax: "Most experience of a day",
  coinflipOpenHours: "Hours a coinflip waits",
  secondApprovalAbove: "Second approval above",
  roleHours: "Age of a second admin's role",
  bankRisk: "Bank at risk in one bet",
  bankFloor: "Least bank for stakes",
};

const isTitled = (name: string): name is SettingName => Object.hasOwn(TITLES, name);

/** A setting in words. */
export const settingTitle = (name: string): string => (isTitled(name) ? TITLES[name] : name);
