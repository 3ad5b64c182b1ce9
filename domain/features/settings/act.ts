import { z } from "zod";
import { refuse } from "../../kernel/decision.ts";
import { invariant } from "../../kernel/invariant.ts";
import { formatMinor, parseMinor } from "../../kernel/money.ts";
import type { SettingDefinition, Settings } from "../../kernel/setting.ts";
import { defineAct, type Recorded } from "../roles/act.ts";
import { changeSettingsEndpoint, settingValue } from "./contract.ts";
import { type SettingValues, settingsChanged, settingValuesSchema } from "./events.ts";
import { changeSettings, weakensControl } from "./settings.ts";

const CHANGED = refuse(
  "settings_changed",
  "Someone has changed the settings since you looked. Look at them again.",
).refused;

/** @param definitions every setting, in order */
export const changeSettingsAct = (definitions: readonly SettingDefinition[]) =>
  defineAct({
    kind: "change_settings",
    endpoint: changeSettingsEndpoint(definitions),
    act: z.strictObject({ values: settingValuesSchema, before: settingValuesSchema }),
    /** With the version that the admin looked at. */
    wanted: ({ body }): { readonly version: number; readonly values: SettingValues } => ({
      version: body.version,
      values: valuesOf(body.values, definitions),
    }),
    streams: () => definitions.flatMap(({ effect }) => effect?.streams ?? []),
    refusal: ({ version }, { settings }) => (version === settings.version ? null : CHANGED),
    actOf: ({ values }, { settings }) => {
      const before = Object.keys(values).map((name) => [name, settings.values[name] ?? null]);
      return { values, before: Object.fromEntries(before) };
    },
    needsTwo: ({ values }, context) => weakensControl(values, context),
    isStale: ({ before }, { settings }) =>
      Object.entries(before).some(([name, value]) => (settings.values[name] ?? null) !== value),
    essence: ({ values }) => ({ values }),
    perform: (act, context) => changeSettings(act, { ...context, actor: context.actorOf(act.actorId) }),
    outcome: {
      event: settingsChanged,
      isOf: ({ values, before }, { payload }) =>
        definitions.every(
          ({ name }) => payload.values[name] === (values[name] === before[name] ? undefined : values[name]),
        ),
      // A service's own defaults are not in the log: of those only what was set can be compared with what is set.
      needsTwo: ({ payload, before }: Recorded<{ readonly values: SettingValues }, Settings>) =>
        weakensControl(payload.values, {
          settings: before,
          definitions: definitions.filter(
            ({ name, isStartedWith }) => !isStartedWith || [payload, before].every((one) => isSet(name, one)),
          ),
        }),
    },
    answer: ({ version }) => ({ version }),
    shown: {
      changes: z.array(z.strictObject({ name: z.string(), from: settingValue, to: settingValue })),
    },
    show: ({ values, before }, names) => ({
      changes: names.definitions.flatMap((setting) => {
        const { name } = setting;
        const to = values[name];
        return to === undefined ? [] : [{ name, from: shown(setting, before[name]), to: shown(setting, to) }];
      }),
    }),
  });

const isSet = (name: string, { values }: Pick<Settings, "values">): boolean =>
  typeof values[name] === "string";

type Asked = { readonly [name: string]: number | null | undefined };

/** New values as decisions count them: money in minor units. */
function valuesOf(asked: Asked, definitions: readonly SettingDefinition[]): SettingValues {
  const values: { [name: string]: string | null } = {};
  for (const { name, unit } of definitions) {
    const value = asked[name];
    if (value === undefined) continue;
    const minor = value === null ? null : parseMinor(String(value));
    invariant(value === null || minor !== null, "the schema lets only amounts through");
    values[name] = minor === null ? null : String(unit === "money" ? minor : minor / 100n);
  }
  return values;
}

function shown({ unit, default: unset }: SettingDefinition, value: string | null | undefined) {
  const text = value ?? String(unset);
  return unit === "money" ? formatMinor(BigInt(text)) : Number.parseInt(text, 10);
}
