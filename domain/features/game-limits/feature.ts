import { defineFeature } from "../../kernel/feature.ts";
import { gameLimitsEndpoints } from "./contract.ts";

export const gameLimits = defineFeature({
  name: "game-limits",
  title: "Game limits",
  summary: "What can be staked at the moment.",
  buildsOn: ["ledger", "settings", "bank", "house-flips", "bot-flips"],
  endpoints: gameLimitsEndpoints,
});
