import { defineFeature } from "../../kernel/feature.ts";

export const welcome = defineFeature({
  name: "welcome",
  title: "Welcome",
  summary: "The welcome for new players.",
  buildsOn: ["players", "house-flips"],
});
