import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { Setting } from "#domain/features/settings/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { SettingDefinition } from "#domain/kernel/setting.ts";
import { type SetSetting, settingsSet } from "#projections/features/settings/admin-settings.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Column, fields } from "#service/http/export/csv.ts";
import { wholeOrCsv } from "#service/http/export/export.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { route } from "#service/http/route.ts";
import { definitionsIn } from "./settings-command.ts";

/** How long to wait for the read model, in milliseconds, so that admins see their own changes. */
const SHOWN_WITHIN_MS = 2_000;

const COLUMNS: readonly Column<Setting>[] = [
  ...fields("name", "what", "unit", "value", "default", "isDefault", "least", "most", "weakenedBy"),
  { name: "changedAt", of: ({ changed }) => changed?.at ?? null },
  { name: "changedBy", of: ({ changed }) => changed?.by ?? null },
  { name: "reason", of: ({ changed }) => changed?.reason ?? null },
];

/** Settings that can change at run time. */
export function settingsRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.settings }, async ({ context, query }) => {
    const models = modelsNow(deps, SHOWN_WITHIN_MS);
    const { version, byName } = await settingsSet(models);
    const items = definitionsIn(deps).map((setting) => settingOf(setting, byName.get(setting.name)));
    const list = { name: "settings", columns: COLUMNS };
    return wholeOrCsv({ context, query, deps }, list, { version, items, next: null });
  });
}

function settingOf(setting: SettingDefinition, set: SetSetting | undefined): Setting {
  const { name, unit, least, most, what, weakenedBy, default: unset } = setting;
  const shown = unit === "money" ? formatMinor : Number;
  const isDefault = set === undefined || set.value === null;
  return {
    ...{ name, what, unit, isDefault, weakenedBy },
    value: shown(set?.value ?? unset),
    default: shown(unset),
    least: shown(least),
    most: shown(most),
    changed: set?.changed ?? null,
  };
}
