import { defineFeature } from "../../kernel/feature.ts";
import { ledgerEndpoints } from "./contract.ts";

export const ledger = defineFeature({
  name: "ledger",
  title: "Ledger",
  summary: "Accounts, entries, receipts and signed heads, for everybody to check.",
  buildsOn: [],
  // Every event moves the head of the log.
  topics: { everybody: ["ledger"] },
  endpoints: ledgerEndpoints,
});
