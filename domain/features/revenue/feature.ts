import { defineFeature } from "../../kernel/feature.ts";
import { revenueEndpoints } from "./contract.ts";

export const revenue = defineFeature({
  name: "revenue",
  title: "Revenue",
  summary: "What the house earned, by game and day.",
  buildsOn: ["ledger", "audit"],
  endpoints: revenueEndpoints,
});
