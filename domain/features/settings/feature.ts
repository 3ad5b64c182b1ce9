import { defineFeature } from "../../kernel/feature.ts";
import { settingsEndpoints } from "./contract.ts";
import { settingsChanged } from "./events.ts";
import { settingsStreamKind } from "./settings.ts";

export const settings = defineFeature({
  name: "settings",
  title: "Settings",
  summary: "Limits that admins change while the service runs.",
  buildsOn: ["players", "roles", "proposals", "audit", "bank", "house-flips"],
  endpoints: settingsEndpoints,
  events: [settingsChanged],
  streams: [settingsStreamKind],
});
