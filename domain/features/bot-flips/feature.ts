import { defineFeature } from "../../kernel/feature.ts";
import { on } from "../../player/player-slice.ts";
import { experience, withExperience } from "../players/experience.ts";
import { playedAtOnce, responsiblePlayOf } from "../responsible-play/play.ts";
import { seedPair, withNonceUsed } from "../seed-pairs/seed-pair.ts";
import { botFlipEndpoints } from "./contract.ts";
import { itemsFlipped } from "./events.ts";
import { games } from "./game.ts";

export const botFlips = defineFeature({
  name: "bot-flips",
  title: "Bot flips",
  summary: "A coin flipped against the house's bot for limited items.",
  buildsOn: [
    "responsible-play",
    "players",
    "seed-pairs",
    "settings",
    "halts",
    "bank",
    "inventory",
    "house-flips",
    "live-coinflips",
  ],
  games,
  endpoints: botFlipEndpoints,
  events: [itemsFlipped],
  stateParts: [
    seedPair.also(on(itemsFlipped, withNonceUsed)),
    experience.also(on(itemsFlipped, withExperience)),
    responsiblePlayOf.also(playedAtOnce(itemsFlipped)),
  ],
});
