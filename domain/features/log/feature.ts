import { defineFeature } from "../../kernel/feature.ts";

export const log = defineFeature({
  name: "log",
  title: "Log",
  summary: "What the log records about itself.",
  buildsOn: [],
});
