import { defineFeature } from "../../kernel/feature.ts";
import { experience, withExperience } from "../players/experience.ts";
import { on } from "../players/player-slice.ts";
import { liveCoinflipEndpoints } from "./contract.ts";
import { coinflipEvents, coinflipPlayed, offerEvents } from "./events.ts";
import { openCoinflips } from "./open-coinflips.ts";

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
  stateParts: [openCoinflips, experience.also(on(coinflipPlayed, withExperience))],
});
