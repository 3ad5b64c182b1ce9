import { defineFeature } from "../../kernel/feature.ts";
import { notificationEndpoints } from "./contract.ts";

export const notifications = defineFeature({
  name: "notifications",
  title: "Notifications",
  summary: "What a player is told, to read later.",
  buildsOn: ["settings"],
  endpoints: notificationEndpoints,
});
