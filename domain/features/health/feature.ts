import { defineFeature } from "../../kernel/feature.ts";
import { healthEndpoints } from "./contract.ts";

export const health = defineFeature({
  name: "health",
  title: "Health",
  summary: "Whether the service runs and takes stakes.",
  buildsOn: ["halts"],
  endpoints: healthEndpoints,
});
