import { CURRENCIES, type Currency } from "../../accounts/account.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { RecordedEvent } from "../../kernel/event.ts";
import type { Minor } from "../../kernel/money.ts";
import type { StreamKind } from "../../kernel/stream-kind.ts";
import { stopOfBank } from "../bank/events.ts";
import { BANK_FLOOR, BANK_RISK, type BankLimits } from "../bank/rules.ts";
import { STAKE_MAX } from "../house-flips/rules.ts";
import { XP_DAY_MAX } from "../players/level.ts";
import { type Actor, type Confirmable, refusalOfActor } from "../roles/admin.ts";
import { type SettingValues, settingsChanged } from "./events.ts";
import { ROLE_HOURS, SETTING_NAMES, SETTING_RULES, type SettingName, settingText } from "./rules.ts";

/** The settings as of a head: how often they were changed, and those that are not at their default, as text. */
export type Settings = { readonly version: number } & { readonly [N in SettingName]: string | null };

export const initialSettings: Settings = {
  version: 0,
  stakeMax: null,
  experienceDayMax: null,
  coinflipOpenHours: null,
  secondApprovalAbove: null,
  roleHours: null,
  bankRisk: null,
  bankFloor: null,
};

/** Follows the settings by one event. */
function evolveSettings(settings: Settings, event: RecordedEvent): Settings {
  if (!settingsChanged.is(event)) return settings;
  const next: { -readonly [K in keyof Settings]: Settings[K] } = {
    ...settings,
    version: settings.version + 1,
  };
  for (const name of SETTING_NAMES) {
    const value = event.payload.values[name];
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

/** What limits bets against the house. */
export const bankLimitsOf = ({ bankRisk, bankFloor }: Settings): BankLimits => ({
  risk: bankRisk === null ? BANK_RISK : BigInt(bankRisk),
  floor: bankFloor === null ? BANK_FLOOR : BigInt(bankFloor),
});

/** How old an admin's role must be to be the second of two, in milliseconds. */
export const roleMsOf = ({ roleHours }: Settings): number =>
  (roleHours === null ? ROLE_HOURS : Number.parseInt(roleHours, 10)) * HOUR_MS;

/** What each setting is while nobody has set it, in minor units where it is money. */
export type SettingDefaults = { readonly [N in SettingName]: bigint };

/** Whether new values weaken a control that is in force. */
export function weakensControl(
  values: SettingValues,
  { settings, defaults }: { readonly settings: Settings; readonly defaults: SettingDefaults },
): boolean {
  return SETTING_NAMES.some((name) => {
    const value = values[name];
    if (value === undefined) return false;
    const [from, to] = [BigInt(settings[name] ?? defaults[name]), BigInt(value ?? defaults[name])];
    const { weakenedBy } = SETTING_RULES[name];
    return (weakenedBy === "raising" && to > from) || (weakenedBy === "lowering" && to < from);
  });
}

export interface ChangeSettings extends Confirmable {
  readonly actorId: string;
  readonly reason: string;
  /** New values, in minor units where they are money; null for the default. */
  readonly values: SettingValues;
}

/** What a change of settings stands on. */
interface SettingsContext {
  readonly actor: Actor;
  readonly settings: Settings;
  /** What `house` holds of a currency, in minor units. */
  readonly bankOf: (currency: Currency) => Minor;
}

/** Changes settings. A floor that is raised above the bank stops stakes: admins are told of that as of any fall. */
export function changeSettings(
  { actorId: by, reason, values, confirmedBy = null }: ChangeSettings,
  { actor, settings, bankOf }: SettingsContext,
): Decision<{ readonly version: number }> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  const changed: { [N in SettingName]?: string | null } = {};
  for (const name of SETTING_NAMES) {
    const value = values[name];
    if (value === undefined) continue;
    const { least, most } = SETTING_RULES[name];
    if (value !== null && (BigInt(value) < least || BigInt(value) > most)) {
      const [from, to] = [settingText(name, least), settingText(name, most)];
      return refuse("setting_out_of_range", `${name}: must be ${from} to ${to}.`);
    }
    if (value !== settings[name]) changed[name] = value;
  }
  if (Object.keys(changed).length === 0) {
    return refuse("settings_unchanged", "The settings have these values already.");
  }
  const [from, to] = [bankLimitsOf(settings).floor, bankLimitsOf({ ...settings, ...changed }).floor];
  const stops =
    from === to ? [] : CURRENCIES.flatMap((one) => stopOfBank(one, { bank: bankOf(one), from, to }));
  return accept([settingsChanged({ by, reason, values: changed, confirmedBy }), ...stops], {
    version: settings.version + 1,
  });
}

/** How this state follows its stream. */
export const settingsStreamKind: StreamKind<Settings> = {
  kind: "settings",
  foldVersion: 3,
  initial: initialSettings,
  evolve: evolveSettings,
};
