import { defineFeature } from "../../kernel/feature.ts";
import { haltActs } from "./acts.ts";
import { haltEndpoints } from "./contract.ts";
import { haltEvents } from "./events.ts";
import { haltStreamKind } from "./halt.ts";

export const halts = defineFeature({
  name: "halts",
  title: "Halts",
  summary: "Stops all stakes, and checks the books each night.",
  buildsOn: ["ledger", "roles"],
  endpoints: haltEndpoints,
  acts: haltActs,
  events: haltEvents,
  streams: [haltStreamKind],
});
