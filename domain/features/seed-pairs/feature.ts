import { defineFeature } from "../../kernel/feature.ts";
import { seedPairEndpoints } from "./contract.ts";
import { seedPairRotated } from "./events.ts";
import { seedPair } from "./seed-pair.ts";

export const seedPairs = defineFeature({
  name: "seed-pairs",
  title: "Seed pairs",
  summary: "Committed seeds that decide each player's draws.",
  buildsOn: ["players"],
  endpoints: seedPairEndpoints,
  events: [seedPairRotated],
  stateParts: [seedPair],
});
