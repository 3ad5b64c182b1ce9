import { defineFeature } from "../../kernel/feature.ts";
import { cashoutStreamKind } from "./cashout.ts";
import { cashouter } from "./cashouter.ts";
import { cashoutEndpoints } from "./contract.ts";
import { cashoutEvents } from "./events.ts";
import { cashoutSettings } from "./settings.ts";

export const cashouts = defineFeature({
  name: "cashouts",
  title: "Cash-outs",
  summary: "Dollars that players have paid out, reviewed by admins and paid through PayPal.",
  buildsOn: ["players", "roles", "settings", "proposals", "deposits", "dollar-debts", "payments", "ledger"],
  endpoints: cashoutEndpoints,
  events: cashoutEvents,
  settings: cashoutSettings,
  stateParts: [cashouter],
  streams: [cashoutStreamKind],
});
