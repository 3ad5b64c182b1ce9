import { defineFeature } from "../../kernel/feature.ts";

export const signIn = defineFeature({
  name: "sign-in",
  title: "Sign-in",
  summary: "The way in by the platform's account.",
  buildsOn: [],
});
