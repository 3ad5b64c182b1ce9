import { defineFeature } from "../../kernel/feature.ts";
import { playerEndpoints } from "./contract.ts";
import { newClientSignedIn, playerRegistered } from "./events.ts";
import { experience } from "./experience.ts";
import { experienceDayMax } from "./settings.ts";

export const players = defineFeature({
  name: "players",
  title: "Players",
  summary: "Sign-in, sessions, levels and balances.",
  buildsOn: ["ledger", "live"],
  endpoints: playerEndpoints,
  events: [playerRegistered, newClientSignedIn],
  settings: [experienceDayMax],
  stateParts: [experience],
});
