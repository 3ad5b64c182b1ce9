import { defineFeature } from "../../kernel/feature.ts";
import { liveCoinflipEndpoints } from "./contract.ts";
import { coinflipEvents, offerEvents } from "./events.ts";

export const liveCoinflips = defineFeature({
  name: "live-coinflips",
  title: "Coinflips",
  summary: "A coin flipped between two players, decided by a public beacon.",
  buildsOn: [
    "live",
    "beacon",
    "players",
    "roles",
    "seed-pairs",
    "settings",
    "halts",
    "limiteds",
    "game-limits",
    "inventory",
    "deposits",
    "house-flips",
  ],
  endpoints: liveCoinflipEndpoints,
  events: [...coinflipEvents, ...offerEvents],
});
