import { type SettingValues, settingsChanged, settingsStream } from "../features/settings/events.ts";
import { type Settings, settingsStreamKind } from "../features/settings/settings.ts";
import type { NewEvent } from "../kernel/event.ts";
import type { GivenLog } from "./given.ts";

/** The settings in a log. */
export const settingsIn = (log: GivenLog): Settings => log.stream(settingsStreamKind, settingsStream);

/** An admin changed settings. */
export const set = (values: SettingValues): NewEvent =>
  settingsChanged({ by: "p_root", reason: "r", values, confirmedBy: null });
