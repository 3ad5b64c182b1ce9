import { defineFeature } from "../../kernel/feature.ts";
import { dollarDebtActs } from "./acts.ts";
import { dollarDebtor } from "./debts.ts";
import { dollarDebtEvents } from "./events.ts";

export const dollarDebts = defineFeature({
  name: "dollar-debts",
  title: "Debts in dollars",
  summary: "What players owe for payments that were taken back: paid first, or written off by two admins.",
  buildsOn: ["players", "roles", "deposits", "audit"],
  acts: dollarDebtActs,
  events: dollarDebtEvents,
  stateParts: [dollarDebtor],
});
