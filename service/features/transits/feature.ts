import { defineServiceFeature } from "#service/features/service-feature.ts";
import { itemHints } from "./hints.ts";
import { transitMetrics } from "./metrics.ts";
import { transitRoutes } from "./routes.ts";
import { createTransitServices } from "./services.ts";

export const transits = defineServiceFeature({
  name: "transits",
  create: createTransitServices,
  routes: transitRoutes,
  jobs: ({ courier }) => (courier === null ? [] : [courier]),
  appended: (events, { courier }) => courier?.appended(events),
  hints: itemHints,
  metrics: transitMetrics,
});
