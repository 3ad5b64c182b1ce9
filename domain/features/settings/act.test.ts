import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMinor } from "../../kernel/money.ts";
import type { SettingDefinition } from "../../kernel/setting.ts";
import { people, ROOT } from "../../testing/deposits.ts";
import { GivenLog } from "../../testing/given.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { proposedBy, shownOf } from "../../testing/proposals.ts";
import { set } from "../../testing/settings.ts";
import { settingDefinitions } from "../registry.ts";
import { changeSettingsAct } from "./act.ts";

const act = changeSettingsAct(settingDefinitions);
const asked = (values: { readonly [name: string]: number | null }) =>
  act.wanted({ params: {}, body: { version: 0, reason: "r", values } as never }).values;
const shown = (values: { readonly [name: string]: string | null }, before: typeof values = {}) =>
  shownOf({ kind: "change_settings", values, before });

describe("a change of settings", () => {
  it("counts money in minor units and anything else as it is", () => {
    const values = { stakeMax: 50.5, bankFloor: 7, roleHours: 48, experienceDayMax: 500, payoutsOpen: 0 };
    const counted = { stakeMax: "5050", bankFloor: "700", roleHours: "48", experienceDayMax: "500" };
    expect(asked(values)).toEqual({ ...counted, payoutsOpen: "0" });
    expect(asked({ stakeMax: null, roleHours: null })).toEqual({ stakeMax: null, roleHours: null });
  });

  it("shows the second admin money with two decimals and counts as whole numbers, before and after", () => {
    expect(shown({ stakeMax: "5050" }, { stakeMax: "7" })).toEqual({
      kind: "change_settings",
      changes: [{ name: "stakeMax", from: "0.07", to: "50.50" }],
    });
    expect(shown({ roleHours: "48" }, { roleHours: "1" })).toEqual({
      kind: "change_settings",
      changes: [{ name: "roleHours", from: 1, to: 48 }],
    });
  });

  it.each(settingDefinitions)("shows the default in the place of no value: $name", (setting) => {
    const { name } = setting;
    const value = String(setting.least);
    const unset = inUnits(setting, setting.default);
    expect(shown({ [name]: null }, { [name]: value })).toMatchObject({
      changes: [{ name, from: inUnits(setting, setting.least), to: unset }],
    });
    expect(shown({ [name]: value }, { [name]: null })).toMatchObject({ changes: [{ name, from: unset }] });
    expect(shown({ [name]: value })).toMatchObject({ changes: [{ name, from: unset }] });
  });

  it("is shown with the values in force, as the first admin saw them", () => {
    const log = new GivenLog();
    log.append([...people, set({ secondApprovalAbove: "50000", stakeMax: "100" })]);
    const wanted = {
      kind: "change_settings",
      version: 1,
      values: { secondApprovalAbove: "1500001" },
    } as const;
    expect(proposedBy(ROOT, wanted, log)).toEqual({
      kind: "change_settings",
      changes: [{ name: "secondApprovalAbove", from: "500.00", to: "15000.01" }],
    });
  });

  it("sets what its second admin sees, whatever the value", () => {
    const some = fc.constantFrom(...settingDefinitions).chain((setting) =>
      fc.record({
        setting: fc.constant(setting),
        value: fc.bigInt({ min: setting.least, max: setting.most }),
      }),
    );
    forAll(some, ({ setting, value }) => {
      const { name } = setting;
      const seen = inUnits(setting, value);
      expect(shown({ [name]: String(value) })).toMatchObject({ changes: [{ name, to: seen }] });
      expect(asked({ [name]: Number(seen) })).toEqual({ [name]: String(value) });
    });
  });
});

/** A value in the units of the API. */
const inUnits = ({ unit }: SettingDefinition, value: bigint): string | number =>
  unit === "money" ? formatMinor(value) : Number(value);
