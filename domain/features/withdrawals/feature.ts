import { defineFeature } from "../../kernel/feature.ts";
import { withdrawalActs } from "./acts.ts";
import { withdrawalEndpoints } from "./contract.ts";
import { withdrawalEvents } from "./events.ts";
import { withdrawalSettings } from "./settings.ts";
import { withdrawalStreamKind } from "./withdrawal.ts";
import { withdrawer } from "./withdrawer.ts";

export const withdrawals = defineFeature({
  name: "withdrawals",
  title: "Withdrawals",
  summary: "Items in custody that go back to their owners by a trade at the platform, reviewed by admins.",
  buildsOn: [
    "players",
    "roles",
    "settings",
    "proposals",
    "limiteds",
    "inventory",
    "deposits",
    "live-coinflips",
    "purchases",
  ],
  endpoints: withdrawalEndpoints,
  acts: withdrawalActs,
  events: withdrawalEvents,
  settings: withdrawalSettings,
  stateParts: [withdrawer],
  streams: [withdrawalStreamKind],
});
