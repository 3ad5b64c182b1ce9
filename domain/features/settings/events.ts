import type { NewEvent, StreamName } from "../../kernel/event.ts";
import type { SettingName } from "./rules.ts";

/** New values by name: whole numbers as text, minor units where they are money; null for the default. */
export type SettingValues = { readonly [N in SettingName]?: string | null };

/** An admin changed settings, and said why. */
export type SettingsChanged = NewEvent<
  "SettingsChanged",
  {
    readonly by: string;
    readonly reason: string;
    readonly values: SettingValues;
    /** Who confirmed what another proposed; null where one was enough. */
    readonly confirmedBy: string | null;
  }
>;

/** The one stream of the settings, which every decision that follows one reads. */
export const settingsStream: StreamName = "settings:house";

/** The event of changed settings; it moves nothing. */
export const settingsChanged = (payload: SettingsChanged["payload"]): SettingsChanged => ({
  type: "SettingsChanged",
  schemaVersion: 2,
  stream: settingsStream,
  payload,
  postings: [],
});
