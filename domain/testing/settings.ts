import { settingDefinitions } from "../features/registry.ts";
import { type SettingValues, settingsChanged, settingsStream } from "../features/settings/events.ts";
import { settingsStreamKind } from "../features/settings/settings.ts";
import type { NewEvent } from "../kernel/events/event.ts";
import type { Settings } from "../kernel/setting.ts";
import type { GivenLog } from "./given.ts";

/** The settings in a log. */
export const settingsIn = (log: GivenLog): Settings => log.stream(settingsStreamKind, settingsStream);

/** Settings as one flat object, with null for those at their default. */
export const flatSettings = ({ version, values }: Settings): object => ({
  version,
  ...Object.fromEntries(settingDefinitions.map(({ name }) => [name, null])),
  ...values,
});

/** An admin changed settings. */
export const set = (values: SettingValues): NewEvent =>
  settingsChanged({ by: "p_root", reason: "r", values, confirmedBy: null });
