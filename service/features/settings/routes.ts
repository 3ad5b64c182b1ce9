import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { STAKE_MAX } from "#domain/features/house-flips/rules.ts";
import { XP_DAY_MAX } from "#domain/features/players/level.ts";
import type { Setting } from "#domain/features/settings/contract.ts";
import { SETTING_NAMES, SETTING_RULES, type SettingName } from "#domain/features/settings/rules.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { formatMinor, type Minor, parseMinor } from "#domain/kernel/money.ts";
import { type SetSetting, settingsSet } from "#projections/features/settings/admin-settings.ts";
import type { Config } from "#service/config.ts";
import { personOf } from "#service/features/roles/actor.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { perform, route } from "#service/http/route.ts";
import { changeSettingsCommand } from "./settings-command.ts";

const HOUR_MS = 3_600_000;
/** The read model is waited for so long, in milliseconds: who changes settings sees the newest ones. */
const SHOWN_WITHIN_MS = 2_000;

/** What can be set while the service runs. */
export function settingsRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.settings }, async () => {
    const models = deps.reads.reaching(deps.writer.head.position, SHOWN_WITHIN_MS);
    const { version, byName } = await settingsSet(models);
    const unset = defaultsOf(deps.config);
    const items = SETTING_NAMES.map((name) => settingOf(name, unset[name], byName.get(name)));
    return { version, items, next: null };
  });

  route(app, { deps, endpoint: endpoints.changeSettings }, async (call) => {
    const { version, values, reason } = call.body;
    const actor = await personOf(call.caller.playerId, deps);
    const change = { actor, version, reason, values: valuesOf(values) };
    const done = await perform(changeSettingsCommand(call.origin(), change), { call, deps });
    return { version: done.version };
  });
}

/** What settings are while nobody has set them: as the rules, or the environment, have it. */
function defaultsOf({ coinflipOpenMs, secondApprovalAbove }: Config): {
  readonly [N in SettingName]: bigint;
} {
  return {
    stakeMax: STAKE_MAX,
    experienceDayMax: BigInt(XP_DAY_MAX),
    coinflipOpenHours: BigInt(coinflipOpenMs / HOUR_MS),
    secondApprovalAbove,
  };
}

function settingOf(name: SettingName, unset: bigint, set: SetSetting | undefined): Setting {
  const { unit, least, most, what } = SETTING_RULES[name];
  const shown = unit === "money" ? formatMinor : Number;
  const isDefault = set === undefined || set.value === null;
  return {
    ...{ name, what, unit, isDefault },
    value: shown(set?.value ?? unset),
    default: shown(unset),
    least: shown(least),
    most: shown(most),
    changed: set?.changed ?? null,
  };
}

type Asked = { readonly [N in SettingName]?: number | null | undefined };

/** New values as decisions count them: money in minor units. */
function valuesOf(asked: Asked): { [N in SettingName]?: Minor | null } {
  const values: { [N in SettingName]?: Minor | null } = {};
  for (const name of SETTING_NAMES) {
    const value = asked[name];
    if (value === undefined) continue;
    const minor = value === null ? null : parseMinor(String(value));
    invariant(value === null || minor !== null, "the schema lets only amounts through");
    values[name] = minor === null || SETTING_RULES[name].unit === "money" ? minor : minor / 100n;
  }
  return values;
}
