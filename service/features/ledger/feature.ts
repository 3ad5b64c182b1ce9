import { defineServiceFeature } from "#service/features/service-feature.ts";
import { headAlarm, headMetrics } from "./heads-trouble.ts";
import { ledgerRoutes } from "./routes.ts";

export const ledger = defineServiceFeature({
  name: "ledger",
  routes: ledgerRoutes,
  metrics: headMetrics,
  alarm: headAlarm,
});
