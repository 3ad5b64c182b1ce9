import { defineFeature } from "../../kernel/feature.ts";

export const payments = defineFeature({
  name: "payments",
  title: "Payments",
  summary: "What payment providers say of the payments that were begun there.",
  buildsOn: [],
});
