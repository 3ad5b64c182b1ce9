import { settingDefinitions } from "#domain/features/registry.ts";
import { settingsStream } from "#domain/features/settings/events.ts";
import { settingsStreamKind } from "#domain/features/settings/settings.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import { type Settings, startedWith } from "#domain/kernel/setting.ts";
import type { LogView } from "#service/event-store/commands/submission.ts";
import type { Core } from "#service/http/deps.ts";

/** The read of every command that depends on a setting. */
export const readOfSettings: StreamRead<Settings> = { kind: settingsStreamKind, name: settingsStream };

/** The settings as of the head. */
export const settingsIn = (view: LogView): Settings => view.stream(readOfSettings);

/** All settings, with this service's defaults. */
export const definitionsIn = ({ features, config }: Pick<Core, "features" | "config">) =>
  startedWith(
    settingDefinitions,
    Object.assign({}, ...features.map(({ settingDefaults }) => settingDefaults(config))),
  );
