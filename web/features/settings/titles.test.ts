import { expect, it } from "vitest";
import { features } from "#domain/features/all.ts";
import { settingsOf } from "#domain/kernel/setting.ts";
import { settingTitle, settingUnit } from "#web/features/settings/titles.ts";

const SETTINGS = settingsOf(features);

it.each(SETTINGS.map(({ name, unit }) => [name, unit] as const))(
  "%s has a title and its unit",
  (name, unit) => {
    expect(settingUnit(name)).toBe(unit);
    expect(settingTitle(name)).not.toBe(name);
  },
);

it("no two settings share a title", () => {
  expect(new Set(SETTINGS.map(({ name }) => settingTitle(name))).size).toBe(SETTINGS.length);
});

it("a setting without a title is spelled out", () => {
  expect(settingTitle("rainHoursMax")).toBe("Rain hours max");
});
