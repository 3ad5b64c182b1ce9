import { defineFeature } from "../../kernel/feature.ts";

export const sessions = defineFeature({
  name: "sessions",
  title: "Sessions",
  summary: "Where a player is signed in.",
  buildsOn: ["players"],
});
