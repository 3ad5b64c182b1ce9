import { defineFeature } from "../../kernel/feature.ts";
import { consoleEndpoints } from "./contract.ts";

export const console = defineFeature({
  name: "console",
  title: "Console",
  summary: "The admins' overview and search.",
  buildsOn: [
    "ledger",
    "players",
    "roles",
    "settings",
    "audit",
    "halts",
    "bank",
    "limiteds",
    "deposits",
    "live-coinflips",
    "revenue",
  ],
  endpoints: consoleEndpoints,
});
