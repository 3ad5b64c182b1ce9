import { defineFeature } from "../../kernel/feature.ts";
import { on } from "../../player/player-slice.ts";
import { experience, withExperience } from "../players/experience.ts";
import {
  jackpotCountdownStarted,
  jackpotEntered,
  jackpotPlayed,
  jackpotReturned,
  jackpotRoundOpened,
  jackpotSettled,
  jackpotVoided,
} from "./events.ts";
import { jackpotTableStreamKind } from "./stream.ts";

export const jackpots = defineFeature({
  name: "jackpots",
  title: "Jackpots",
  summary: "A pot that one of its players wins, by a ticket that a chain and a beacon draw.",
  buildsOn: [
    "beacon",
    "players",
    "roles",
    "seed-pairs",
    "settings",
    "halts",
    "deposits",
    "house-flips",
    "game-tables",
    "user-games",
    "game-rounds",
  ],
  events: [
    jackpotRoundOpened,
    jackpotEntered,
    jackpotCountdownStarted,
    jackpotSettled,
    jackpotPlayed,
    jackpotVoided,
    jackpotReturned,
  ],
  streams: [jackpotTableStreamKind],
  stateParts: [experience.also(on(jackpotPlayed, withExperience))],
});
