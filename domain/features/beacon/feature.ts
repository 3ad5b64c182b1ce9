import { defineFeature } from "../../kernel/feature.ts";

export const beacon = defineFeature({
  name: "beacon",
  title: "Beacon",
  summary: "Public randomness that decides games between players.",
  buildsOn: [],
});
