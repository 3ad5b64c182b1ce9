import { defineFeature } from "../../kernel/feature.ts";

export const welcome = defineFeature({
  name: "welcome",
  title: "Welcome",
  summary: "What players are told who come for the first time.",
  buildsOn: ["house-flips"],
});
