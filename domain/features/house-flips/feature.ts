import { defineFeature } from "../../kernel/feature.ts";
import { on } from "../../player/player-slice.ts";
import { experience, withExperience } from "../players/experience.ts";
import { playedAtOnce, responsiblePlayOf } from "../responsible-play/play.ts";
import { seedPair, withNonceUsed } from "../seed-pairs/seed-pair.ts";
import { houseFlipEndpoints } from "./contract.ts";
import { coinFlipped } from "./events.ts";
import { games } from "./game.ts";
import { stakeMax } from "./settings.ts";

export const houseFlips = defineFeature({
  name: "house-flips",
  title: "House flips",
  summary: "A coin flipped against the house for RBX or TIX.",
  buildsOn: ["responsible-play", "players", "roles", "seed-pairs", "settings", "halts", "bank"],
  games,
  endpoints: houseFlipEndpoints,
  events: [coinFlipped],
  settings: [stakeMax],
  stateParts: [
    seedPair.also(on(coinFlipped, withNonceUsed)),
    experience.also(on(coinFlipped, withExperience)),
    responsiblePlayOf.also(playedAtOnce(coinFlipped)),
  ],
});
