import { defineFeature } from "../../kernel/feature.ts";
import { bankStreamKind } from "./bank.ts";
import { bankFellBelowFloor, bankFunded } from "./events.ts";
import { bankSettings } from "./settings.ts";

export const bank = defineFeature({
  name: "bank",
  title: "Bank",
  summary: "The house's funds, and how much of them one bet may risk.",
  buildsOn: [],
  events: [bankFunded, bankFellBelowFloor],
  streams: [bankStreamKind],
  settings: bankSettings,
});
