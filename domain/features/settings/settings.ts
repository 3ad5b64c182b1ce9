import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { type SettingDefinition, type Settings, settingText } from "../../kernel/setting.ts";
import type { Account, Asset } from "../../ledger/account.ts";
import { type Actor, type Confirmable, refusalOfActor } from "../roles/admin.ts";
import { type SettingValues, settingsChanged } from "./events.ts";

export const initialSettings: Settings = { version: 0, values: {} };

function evolveSettings(settings: Settings, event: RecordedEvent): Settings {
  if (!settingsChanged.is(event)) return settings;
  return { version: settings.version + 1, values: { ...settings.values, ...event.payload.values } };
}

/** Whether new values weaken a control that is in force. */
export const weakensControl = (
  values: SettingValues,
  { settings, definitions }: Pick<SettingsContext, "settings" | "definitions">,
): boolean =>
  definitions.some((setting) => {
    const value = values[setting.name];
    if (value === undefined) return false;
    const { weakenedBy, default: unset } = setting;
    const [from, to] = [setting.of(settings), value === null ? unset : BigInt(value)];
    return (weakenedBy === "raising" && to > from) || (weakenedBy === "lowering" && to < from);
  });

export interface ChangeSettings extends Confirmable {
  readonly actorId: string;
  readonly reason: string;
  /** New values, in minor units where they are money; null for the default. */
  readonly values: SettingValues;
}

/** What a change of settings depends on. */
export interface SettingsContext {
  readonly actor: Actor;
  readonly settings: Settings;
  /** Every setting, with the default that the service was started with. */
  readonly definitions: readonly SettingDefinition[];
  readonly holding: (account: Account, asset: Asset) => bigint;
}

/** Changes settings. */
export function changeSettings(
  { actorId: by, reason, values, confirmedBy = null }: ChangeSettings,
  { actor, settings, definitions, holding }: SettingsContext,
): Decision<{ readonly version: number }> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  const changed: { [name: string]: string | null } = {};
  for (const setting of definitions) {
    const { name, least, most } = setting;
    const value = values[name];
    if (value === undefined) continue;
    if (value !== null && (BigInt(value) < least || BigInt(value) > most)) {
      const [from, to] = [settingText(setting, least), settingText(setting, most)];
      return refuse("setting_out_of_range", `${name}: must be ${from} to ${to}.`);
    }
    if (value !== (settings.values[name] ?? null)) changed[name] = value;
  }
  if (Object.keys(changed).length === 0)
    return refuse("settings_unchanged", "The settings already have these values.");
  const next = { ...settings, values: { ...settings.values, ...changed } };
  const effects = definitions.flatMap((setting) => {
    const [from, to] = [setting.of(settings), setting.of(next)];
    return setting.effect === undefined || from === to ? [] : setting.effect.events({ from, to }, holding);
  });
  return accept([settingsChanged({ by, reason, values: changed, confirmedBy }), ...effects], {
    version: settings.version + 1,
  });
}

/** How this state follows its stream. */
export const settingsStreamKind: StreamKind<Settings> = {
  kind: "settings",
  foldVersion: 4,
  initial: initialSettings,
  evolve: evolveSettings,
};
