import { defineFeature } from "../../kernel/feature.ts";
import { on } from "../../player/player-slice.ts";
import { experience, withExperience } from "../players/experience.ts";
import { playedAtOnce, responsiblePlayOf } from "../responsible-play/play.ts";
import { seedPair, withNonceUsed } from "../seed-pairs/seed-pair.ts";
import { userCoinflipEndpoints } from "./contract.ts";
import { userCoinFlipped } from "./events.ts";
import { games } from "./game.ts";
import { coinTableStreamKind } from "./stream.ts";

export const userCoinflips = defineFeature({
  name: "user-coinflips",
  title: "Player-made coinflips",
  summary: "A coin flipped against the house by a player's rules.",
  buildsOn: [
    "responsible-play",
    "players",
    "roles",
    "seed-pairs",
    "settings",
    "halts",
    "bank",
    "house-flips",
    "game-tables",
    "user-games",
  ],
  games,
  endpoints: userCoinflipEndpoints,
  events: [userCoinFlipped],
  streams: [coinTableStreamKind],
  stateParts: [
    seedPair.also(on(userCoinFlipped, withNonceUsed)),
    experience.also(on(userCoinFlipped, withExperience)),
    responsiblePlayOf.also(playedAtOnce(userCoinFlipped)),
  ],
});
