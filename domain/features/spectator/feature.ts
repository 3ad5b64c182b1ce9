import { defineFeature } from "../../kernel/feature.ts";
import { spectatorEndpoints } from "./contract.ts";

export const spectator = defineFeature({
  name: "spectator",
  title: "Spectators",
  summary: "Spectators of games, and their chat.",
  buildsOn: ["live", "players", "limiteds", "house-flips", "live-coinflips", "seed-pairs", "user-games"],
  topics: { asked: ["spectators"] },
  endpoints: spectatorEndpoints,
});
