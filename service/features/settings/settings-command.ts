import { settingDefinitions } from "#domain/features/registry.ts";
import { settingsStream } from "#domain/features/settings/events.ts";
import { settingsStreamKind } from "#domain/features/settings/settings.ts";
import { type Settings, startedWith } from "#domain/kernel/setting.ts";
import type { LogView, StreamRead } from "#service/event-store/commands/submission.ts";
import type { Core } from "#service/http/deps.ts";

/** The state read by every command that follows a setting. */
export const readOfSettings: StreamRead = { kind: settingsStreamKind, name: settingsStream };

/** The settings as of the head. */
export const settingsIn = (view: LogView): Settings => view.stream(settingsStreamKind, settingsStream);

/** Every setting, with the default that this service was started with. */
export const definitionsIn = ({ features, config }: Pick<Core, "features" | "config">) =>
  startedWith(
    settingDefinitions,
    Object.assign({}, ...features.map(({ settingDefaults }) => settingDefaults(config))),
  );
