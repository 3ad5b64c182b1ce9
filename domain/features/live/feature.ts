import { defineFeature } from "../../kernel/feature.ts";

export const live = defineFeature({
  name: "live",
  title: "Live updates",
  summary: "Tells open pages what has changed.",
  buildsOn: [],
});
