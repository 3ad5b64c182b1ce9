import { defineFeature } from "../../kernel/feature.ts";
import { activityEndpoints } from "./contract.ts";

export const activities = defineFeature({
  name: "activities",
  title: "Activity",
  summary: "What players do, for those to whom they show it.",
  buildsOn: ["players", "friendships"],
  endpoints: activityEndpoints,
});
