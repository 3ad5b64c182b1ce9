import { defineFeature } from "../../kernel/feature.ts";
import { roleActs } from "./acts.ts";
import { roleEndpoints } from "./contract.ts";
import { roleEvents } from "./events.ts";
import { roleHours } from "./settings.ts";
import { standing } from "./standing.ts";

export const roles = defineFeature({
  name: "roles",
  title: "Roles",
  summary: "Admins, moderators and suspensions.",
  buildsOn: ["contacts", "players"],
  endpoints: roleEndpoints,
  acts: roleActs,
  events: roleEvents,
  settings: [roleHours],
  stateParts: [standing],
});
