import { defineFeature } from "../../kernel/feature.ts";
import { systemEndpoints } from "./contract.ts";
import { rebuildAsked, sessionsEnded, systemStreamKind } from "./events.ts";

export const system = defineFeature({
  name: "system",
  title: "System",
  summary: "Rebuilds of read models, and the state of the service.",
  buildsOn: ["ledger", "players", "roles", "halts"],
  endpoints: systemEndpoints,
  events: [rebuildAsked, sessionsEnded],
  streams: [systemStreamKind],
});
