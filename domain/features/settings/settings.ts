import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import { STAKE_MAX } from "../house-flips/rules.ts";
import { XP_DAY_MAX } from "../players/level.ts";
import { type Actor, refusalOfActor } from "../roles/admin.ts";
import { type SettingsChanged, type SettingValues, settingsChanged } from "./events.ts";
import { SETTING_NAMES, SETTING_RULES, type SettingName, settingText } from "./rules.ts";

/** The settings as of a head: how often they were changed, and those that are not at their default, as text. */
export type Settings = { readonly version: number } & { readonly [N in SettingName]: string | null };

export const initialSettings: Settings = {
  version: 0,
  stakeMax: null,
  experienceDayMax: null,
  coinflipOpenHours: null,
  secondApprovalAbove: null,
};

/** Follows the settings by one event. */
export function evolveSettings(settings: Settings, { payload }: Pick<SettingsChanged, "payload">): Settings {
  const next: { -readonly [K in keyof Settings]: Settings[K] } = {
    ...settings,
    version: settings.version + 1,
  };
  for (const name of SETTING_NAMES) {
    const value = payload.values[name];
    if (value !== undefined) next[name] = value;
  }
  return next;
}

/** The most that one stake may be, in minor units. */
export const stakeMaxOf = ({ stakeMax }: Settings): Minor =>
  stakeMax === null ? STAKE_MAX : BigInt(stakeMax);

/** The most experience of one UTC day. */
export const experienceDayMaxOf = ({ experienceDayMax }: Settings): number =>
  experienceDayMax === null ? XP_DAY_MAX : Number.parseInt(experienceDayMax, 10);

const HOUR_MS = 3_600_000;

/** How long a coinflip waits for somebody to join. @param unset milliseconds, where nobody has set it */
export const coinflipOpenMsOf = ({ coinflipOpenHours }: Settings, unset: number): number =>
  coinflipOpenHours === null ? unset : Number.parseInt(coinflipOpenHours, 10) * HOUR_MS;

/** Above what a deposit needs a second admin, in minor units. @param unset where nobody has set it */
export const secondApprovalAboveOf = ({ secondApprovalAbove }: Settings, unset: Minor): Minor =>
  secondApprovalAbove === null ? unset : BigInt(secondApprovalAbove);

export interface ChangeSettings {
  readonly actorId: string;
  readonly reason: string;
  /** The version that the admin looked at. */
  readonly version: number;
  /** New values, in minor units where they are money; null for the default. */
  readonly values: { readonly [N in SettingName]?: Minor | null };
}

/** Changes settings, unless somebody else did so since they were looked at. */
export function changeSettings(
  { actorId: by, reason, version, values }: ChangeSettings,
  { actor, settings }: { readonly actor: Actor; readonly settings: Settings },
): Decision<{ readonly version: number }> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  if (version !== settings.version) {
    return refuse("settings_changed", "Somebody changed the settings since you looked. Look at them again.");
  }
  const changed: { [N in SettingName]?: string | null } = {};
  for (const name of SETTING_NAMES) {
    const value = values[name];
    if (value === undefined) continue;
    const { least, most } = SETTING_RULES[name];
    if (value !== null && (value < least || value > most)) {
      const [from, to] = [settingText(name, least), settingText(name, most)];
      return refuse("setting_out_of_range", `${name}: must be ${from} to ${to}.`);
    }
    const text = value === null ? null : String(value);
    if (text !== settings[name]) changed[name] = text;
  }
  if (Object.keys(changed).length === 0) {
    return refuse("settings_unchanged", "The settings have these values already.");
  }
  const event = settingsChanged({ by, reason, values: changed satisfies SettingValues });
  return accept([event], { version: settings.version + 1 });
}
