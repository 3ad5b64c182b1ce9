import { defineFeature } from "../../kernel/feature.ts";
import { botFlipEndpoints } from "./contract.ts";
import { itemsFlipped } from "./events.ts";

export const botFlips = defineFeature({
  name: "bot-flips",
  title: "Bot flips",
  summary: "A coin flipped against the house's bot for limited items.",
  buildsOn: [
    "live",
    "players",
    "roles",
    "seed-pairs",
    "settings",
    "halts",
    "bank",
    "game-limits",
    "inventory",
    "house-flips",
    "live-coinflips",
  ],
  endpoints: botFlipEndpoints,
  events: [itemsFlipped],
});
