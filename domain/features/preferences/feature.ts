import { defineFeature } from "../../kernel/feature.ts";

export const preferences = defineFeature({
  name: "preferences",
  title: "Preferences",
  summary: "What players set for themselves.",
  buildsOn: [],
});
