import { defineServiceFeature } from "#service/features/service-feature.ts";
import { notificationRoutes } from "./routes.ts";

export const notifications = defineServiceFeature({
  name: "notifications",
  routes: notificationRoutes,
  personal: [
    { table: "notification_reads", player: "player_id", shown: ["position", "name", "read_at"] },
    { table: "notification_marks", player: "player_id", shown: ["up_to"] },
  ],
});
