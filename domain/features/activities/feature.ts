import { defineFeature } from "../../kernel/feature.ts";
import { activityEndpoints } from "./contract.ts";

export const activities = defineFeature({
  name: "activities",
  title: "Activity",
  summary: "Players' public activity, shown to those they allow.",
  buildsOn: ["players", "friendships"],
  endpoints: activityEndpoints,
});
