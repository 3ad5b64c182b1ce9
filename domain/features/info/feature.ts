import { defineFeature } from "../../kernel/feature.ts";

export const info = defineFeature({
  name: "info",
  title: "Information",
  summary: "Rules, terms and how fairness works, for players.",
  buildsOn: ["contacts", "players", "house-flips"],
});
