import type { Account, Asset } from "../ledger/account.ts";
import type { NewEvent } from "./events/event.ts";
import type { StreamRead } from "./events/stream-kind.ts";
import type { DomainFeature } from "./feature.ts";
import { invariant } from "./invariant.ts";
import { formatMinor } from "./money.ts";

/** What a setting counts: minor units of money, hours, experience, basis points or levels; or 1 for on, 0 for off. */
export const SETTING_UNITS = ["money", "hours", "experience", "basisPoints", "levels", "switch"] as const;
export type SettingUnit = (typeof SETTING_UNITS)[number];

/** The settings as of a head: how often they were changed, and what was said of each last. */
export type Settings = {
  readonly version: number;
  /** Whole numbers as text, minor units where they are money; null for the default, as for a name that is missing. */
  readonly values: { readonly [name: string]: string | null };
};

/** A side effect of changing a setting. */
export interface SettingEffect {
  /** The streams that it writes to. */
  readonly streams: readonly StreamRead[];
  events(
    change: { readonly from: bigint; readonly to: bigint },
    holding: (account: Account, asset: Asset) => bigint,
  ): readonly NewEvent[];
}

interface Declaration {
  readonly name: string;
  /** Its place among all settings; the lowest comes first. */
  readonly order: number;
  readonly unit: SettingUnit;
  readonly what: string;
  /** What it is while nobody has set it, in minor units where it is money, as are its bounds. */
  readonly default: bigint;
  readonly least: bigint;
  readonly most: bigint;
  /** Whether a service may be started with another default, which the log does not tell. */
  readonly isStartedWith?: true;
  /** Which way of changing it weakens a control, and so needs a second admin; null where neither does. */
  readonly weakenedBy: "raising" | "lowering" | null;
  readonly effect?: SettingEffect;
}

/** What admins may set while the service runs. A decision reads it; there is none without an effect. */
export interface SettingDefinition extends Declaration {
  of(settings: Settings): bigint;
  /** What it is, where it is no money but a count. */
  countOf(settings: Settings): number;
  /** What somebody has set it to; null while it is at its default. */
  setIn(settings: Settings): bigint | null;
}

/** Declares a setting. */
export function defineSetting(declaration: Declaration): SettingDefinition {
  const { name, default: unset } = declaration;
  const unsetCount = Number.parseInt(String(unset), 10);
  const textIn = ({ values }: Settings): string | null => values[name] ?? null;
  const setIn = (settings: Settings): bigint | null => {
    const text = textIn(settings);
    return text === null ? null : BigInt(text);
  };
  const countOf = (settings: Settings): number => {
    const text = textIn(settings);
    return text === null ? unsetCount : Number.parseInt(text, 10);
  };
  return { ...declaration, of: (settings) => setIn(settings) ?? unset, countOf, setIn };
}

/** All settings of some features, in order. */
export const settingsOf = (features: readonly DomainFeature[]): readonly SettingDefinition[] =>
  features.flatMap(({ settings = [] }) => settings).toSorted((one, other) => one.order - other.order);

/** Settings as the service was started. @param defaults by name, where they are others */
export const startedWith = (
  settings: readonly SettingDefinition[],
  defaults: { readonly [name: string]: bigint },
): readonly SettingDefinition[] =>
  settings.map((one) => {
    const { [one.name]: started = one.default } = defaults;
    invariant(
      one.isStartedWith || started === one.default,
      `the default of ${one.name} is the same everywhere`,
    );
    return defineSetting({ ...one, default: started });
  });

/** A setting's value as people read it: money with two decimals, everything else as digits. */
export const settingText = ({ unit }: Pick<SettingDefinition, "unit">, value: bigint): string =>
  unit === "money" ? formatMinor(value) : String(value);
