import { settingsChanged } from "#domain/features/settings/events.ts";
import { initialSettings, settingsStreamKind } from "#domain/features/settings/settings.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { Settings } from "#domain/kernel/setting.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";

/** Follows the settings for checks of what they decide. */
export class SettingsPass implements CheckPass {
  #now = initialSettings;

  event(event: RecordedEvent, state: unknown): void {
    if (settingsChanged.is(event))
      this.#now = settingsStreamKind.evolve(state as Settings, event, event.stream);
  }

  /** The settings as of the event being checked. */
  get now(): Settings {
    return this.#now;
  }
}

export const settingsCheck: LogCheck<SettingsPass> = { name: "settings", begin: () => new SettingsPass() };
