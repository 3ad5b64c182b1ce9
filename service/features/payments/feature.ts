import { defineServiceFeature } from "#service/features/service-feature.ts";
import { createPayments } from "./services.ts";
import { webhookRoutes } from "./webhooks.ts";

export const payments = defineServiceFeature({
  name: "payments",
  create: createPayments,
  routes: webhookRoutes,
  jobs: ({ looking }) => [looking],
});
