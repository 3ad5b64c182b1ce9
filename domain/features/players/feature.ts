import { defineFeature } from "../../kernel/feature.ts";
import { playerEndpoints } from "./contract.ts";
import { playerRegistered } from "./events.ts";

export const players = defineFeature({
  name: "players",
  title: "Players",
  summary: "Sign-in, sessions, levels and balances.",
  buildsOn: ["ledger", "live", "roles", "seed-pairs", "house-flips", "live-coinflips", "bot-flips"],
  endpoints: playerEndpoints,
  events: [playerRegistered],
});
