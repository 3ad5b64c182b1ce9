import { defineFeature } from "../../kernel/feature.ts";
import type { SettingDefinition } from "../../kernel/setting.ts";
import { changeSettingsAct } from "./act.ts";
import { settingsEndpointsOf } from "./contract.ts";
import { settingsChanged } from "./events.ts";
import { settingsStreamKind } from "./settings.ts";

/** @param definitions the settings of all features, in order */
export const settings = (definitions: readonly SettingDefinition[]) =>
  defineFeature({
    name: "settings",
    title: "Settings",
    summary: "Limits that admins change while the service runs.",
    buildsOn: ["roles"],
    endpoints: settingsEndpointsOf(definitions),
    acts: { changeSettings: changeSettingsAct(definitions) },
    events: [settingsChanged],
    streams: [settingsStreamKind],
  });
