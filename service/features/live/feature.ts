import { defineServiceFeature } from "#service/features/service-feature.ts";
import { gauge } from "#service/http/metrics/metrics-text.ts";
import { LiveHub } from "./live-hub.ts";
import { Rooms } from "./rooms.ts";
import { type LiveServices, liveRoutes } from "./routes.ts";

export const live = defineServiceFeature({
  name: "live",
  create: ({ reads, writer, scheduler, onTrouble }): LiveServices => ({
    hub: new LiveHub(),
    extensions: [],
    rooms: new Rooms({ reads, head: () => writer.head.position, scheduler, onTrouble }),
  }),
  routes: liveRoutes,
  appended: (events, { hub, rooms }) => {
    hub.appended(events);
    rooms.appended(events);
  },
  drain: ({ hub, rooms }) => {
    hub.close();
    rooms.close();
  },
  metrics: async ({ hub, rooms }) => [
    gauge("florin_live_streams", "Live streams that are open.", hub.size),
    gauge("florin_live_rooms", "Rooms that somebody listens to.", rooms.size),
  ],
});
