import { defineFeature } from "../../kernel/feature.ts";
import { notificationEndpoints } from "./contract.ts";

export const notifications = defineFeature({
  name: "notifications",
  title: "Notifications",
  summary: "Notifications that stay until they are read.",
  buildsOn: ["settings"],
  endpoints: notificationEndpoints,
});
