import { defineServiceFeature } from "#service/features/service-feature.ts";
import { paymentMetrics } from "./metrics.ts";
import { paymentRoutes } from "./routes.ts";
import { createPayments } from "./services.ts";
import { webhookRoutes } from "./webhooks.ts";

export const payments = defineServiceFeature({
  name: "payments",
  create: createPayments,
  routes: (app, deps) => {
    webhookRoutes(app, deps);
    paymentRoutes(app, deps);
  },
  jobs: ({ looking, reconciling }, { config }) => [looking, ...(config.checksNightly ? [reconciling] : [])],
  metrics: paymentMetrics,
});
