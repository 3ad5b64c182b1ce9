import { defineFeature } from "../../kernel/feature.ts";
import { on, type SliceHandler } from "../../player/player-slice.ts";
import { playerStream } from "../players/events.ts";
import { type Experience, experience, withExperience } from "../players/experience.ts";
import { coinflipStreamKind } from "./coinflip.ts";
import { liveCoinflipEndpoints } from "./contract.ts";
import { coinflipEvents, coinflipPlayed, coinflipSettled, offerEvents } from "./events.ts";
import { openCoinflips } from "./open-coinflips.ts";
import { coinflipOpenHours } from "./settings.ts";

/** Each of the two gets their own. */
const experienceOfSettled: SliceHandler<Experience> = {
  type: coinflipSettled.type,
  evolve(state, event, stream) {
    if (!coinflipSettled.is(event)) return state;
    const { winnerId, winnerXp, loserXp } = event.payload;
    const xp = (stream === playerStream(winnerId) ? winnerXp : loserXp) ?? 0;
    return withExperience(state, { xp }, event);
  },
};

export const liveCoinflips = defineFeature({
  name: "live-coinflips",
  title: "Coinflips",
  summary: "A coin flipped between two players, decided by a public beacon.",
  buildsOn: [
    "beacon",
    "players",
    "roles",
    "seed-pairs",
    "settings",
    "halts",
    "limiteds",
    "inventory",
    "deposits",
    "house-flips",
  ],
  endpoints: liveCoinflipEndpoints,
  events: [...coinflipEvents, ...offerEvents],
  settings: [coinflipOpenHours],
  stateParts: [openCoinflips, experience.also(experienceOfSettled, on(coinflipPlayed, withExperience))],
  streams: [coinflipStreamKind],
});
