import { defineFeature } from "../../kernel/feature.ts";
import { on, type SliceHandler } from "../../player/player-slice.ts";
import { playerStream } from "../players/events.ts";
import { type Experience, experience, withExperience } from "../players/experience.ts";
import { responsiblePlayOf, stakeEnded, stakeMade } from "../responsible-play/play.ts";
import { coinflipStreamKind } from "./coinflip.ts";
import { liveCoinflipEndpoints } from "./contract.ts";
import {
  coinflipCancelled,
  coinflipEvents,
  coinflipExpired,
  coinflipJoined,
  coinflipOpened,
  coinflipPlayed,
  coinflipSettled,
  coinflipVoided,
  offerEvents,
} from "./events.ts";
import { games } from "./game.ts";
import { guestItemsKept, guestItemsStreamKind } from "./guests/guest-items.ts";
import { valueOfStakes } from "./items/stake.ts";
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

const stakesOfCoinflips = [
  stakeMade(coinflipOpened, ({ gameId, creator }) => ({ id: gameId, stake: valueOfStakes(creator.stakes) })),
  stakeMade(coinflipJoined, ({ gameId, joiner }, stream) =>
    stream === playerStream(joiner.playerId) ? { id: gameId, stake: valueOfStakes(joiner.stakes) } : null,
  ),
  stakeEnded(coinflipSettled, ({ gameId, winnerId, payout }, stream) => ({
    id: gameId,
    payout: stream === playerStream(winnerId) ? BigInt(payout) : 0n,
  })),
  stakeEnded(coinflipPlayed, ({ gameId, payout }) => ({ id: gameId, payout: BigInt(payout) })),
  ...[coinflipCancelled, coinflipExpired, coinflipVoided].map((ended) =>
    stakeEnded<{ readonly gameId: string }>(ended, ({ gameId }) => ({ id: gameId, payout: null })),
  ),
];

export const liveCoinflips = defineFeature({
  name: "live-coinflips",
  title: "Coinflips",
  summary: "A coin flipped between two players, decided by a public beacon.",
  buildsOn: [
    "responsible-play",
    "beacon",
    "players",
    "roles",
    "seed-pairs",
    "settings",
    "halts",
    "transits",
    "limiteds",
    "inventory",
    "deposits",
    "house-flips",
  ],
  games,
  endpoints: liveCoinflipEndpoints,
  events: [...coinflipEvents, ...offerEvents, guestItemsKept],
  settings: [coinflipOpenHours],
  stateParts: [
    openCoinflips,
    experience.also(experienceOfSettled, on(coinflipPlayed, withExperience)),
    responsiblePlayOf.also(...stakesOfCoinflips),
  ],
  streams: [coinflipStreamKind, guestItemsStreamKind],
});
