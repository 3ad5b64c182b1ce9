import { formatMinor, type Minor, minor } from "../../kernel/money.ts";
import { BANK_RISK_MOST } from "../bank/rules.ts";
import { STAKE_MAX, STAKE_MIN } from "../house-flips/rules.ts";

/** What a setting counts: money in minor units, or whole hours, experience or basis points. */
export type SettingUnit = "money" | "hours" | "experience" | "basisPoints";

/** The bounds of a setting, both included, in minor units where it is money. */
export interface SettingRule {
  readonly unit: SettingUnit;
  readonly least: bigint;
  readonly most: bigint;
  readonly what: string;
  /** Which way of changing it weakens a control, and so needs a second admin; null where neither does. */
  readonly weakenedBy: "raising" | "lowering" | null;
}

/** What admins may set while the service runs. Each is read by a decision; there is none without an effect. */
export const SETTING_RULES = {
  stakeMax: {
    unit: "money",
    least: STAKE_MIN,
    most: STAKE_MAX,
    what: "The most that one stake may be, against the house, the bot and between players",
    weakenedBy: null,
  },
  experienceDayMax: {
    unit: "experience",
    least: 0n,
    most: 10_000n,
    what: "The most experience that a player's games give in one UTC day",
    weakenedBy: null,
  },
  coinflipOpenHours: {
    unit: "hours",
    least: 1n,
    most: 720n,
    what: "How long a coinflip waits for somebody to join",
    weakenedBy: null,
  },
  secondApprovalAbove: {
    unit: "money",
    least: 0n,
    most: minor("100000000.00"),
    what: "A deposit worth more than this needs a second admin, with what its player and its reviewer had approved in 24 hours",
    weakenedBy: "raising",
  },
  roleHours: {
    unit: "hours",
    least: 0n,
    most: 168n,
    what: "How old an admin's role must be to confirm a proposal or to give a second approval",
    weakenedBy: "lowering",
  },
  bankRisk: {
    unit: "basisPoints",
    least: 1n,
    most: BANK_RISK_MOST,
    what: "The largest share of its bank that one bet may cost the house",
    weakenedBy: "raising",
  },
  bankFloor: {
    unit: "money",
    least: 0n,
    most: minor("100000000.00"),
    what: "The house takes no stakes in a currency while its bank holds less of it",
    weakenedBy: "lowering",
  },
} as const satisfies { readonly [name: string]: SettingRule };

/** How old an admin's role must be to be the second of two, unless the settings say otherwise, in hours. */
export const ROLE_HOURS = 24;

export type SettingName = keyof typeof SETTING_RULES;
export const SETTING_NAMES = Object.keys(SETTING_RULES) as readonly SettingName[];

/** A setting's value as people read it: money with two decimals, everything else as digits. */
export const settingText = (name: SettingName, value: Minor): string =>
  SETTING_RULES[name].unit === "money" ? formatMinor(value) : String(value);
