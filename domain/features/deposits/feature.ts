import { defineFeature } from "../../kernel/feature.ts";
import { depositActs } from "./acts.ts";
import { depositEndpoints } from "./contract.ts";
import { depositStreamKind } from "./deposit.ts";
import { depositor } from "./depositor.ts";
import { depositEvents, depositStandingEvents } from "./events.ts";
import { secondApprovalAbove } from "./settings.ts";

export const deposits = defineFeature({
  name: "deposits",
  title: "Deposits",
  summary: "Currencies and items that come in, reviewed by admins.",
  buildsOn: ["contacts", "players", "roles", "settings", "proposals", "bank", "limiteds", "inventory"],
  endpoints: depositEndpoints,
  acts: depositActs,
  events: [...depositEvents, ...depositStandingEvents],
  settings: [secondApprovalAbove],
  stateParts: [depositor],
  streams: [depositStreamKind],
});
