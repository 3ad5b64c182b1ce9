import { defineServiceFeature } from "#service/features/service-feature.ts";
import { gauge } from "#service/http/metrics-text.ts";
import { LiveHub } from "./live-hub.ts";
import { type LiveServices, liveRoutes } from "./routes.ts";

export const live = defineServiceFeature({
  name: "live",
  create: (): LiveServices => ({ hub: new LiveHub(), extensions: [] }),
  routes: liveRoutes,
  appended: (events, { hub }) => hub.appended(events),
  drain: ({ hub }) => hub.close(),
  metrics: async ({ hub }) => [gauge("florin_live_streams", "Live streams that are open.", hub.size)],
});
