import { defineFeature } from "../../kernel/feature.ts";
import { spectatorEndpoints } from "./contract.ts";

export const spectator = defineFeature({
  name: "spectator",
  title: "Spectators",
  summary: "Who watches a game, and what they say.",
  buildsOn: ["live", "players", "limiteds", "house-flips", "live-coinflips", "seed-pairs", "user-games"],
  topics: { asked: ["spectators"] },
  endpoints: spectatorEndpoints,
});
