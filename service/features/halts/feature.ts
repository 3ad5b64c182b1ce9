import { defineServiceFeature } from "#service/features/service-feature.ts";
import { haltMetrics } from "./metrics.ts";
import { haltRoutes } from "./routes.ts";
import { createHaltServices } from "./services.ts";

export const halts = defineServiceFeature({
  name: "halts",
  create: createHaltServices,
  routes: haltRoutes,
  jobs: ({ nightly, verifications }, { config }) => [
    ...(config.checksNightly ? [nightly] : []),
    { stop: () => verifications.stop() },
  ],
  metrics: haltMetrics,
});
