import { defineFeature } from "../../kernel/feature.ts";
import { on } from "../../player/player-slice.ts";
import { experience, withExperience } from "../players/experience.ts";
import { responsiblePlayOf, stakeEnded, stakeMade } from "../responsible-play/play.ts";
import {
  jackpotCountdownStarted,
  jackpotEntered,
  jackpotPlayed,
  jackpotReturned,
  jackpotRoundOpened,
  jackpotSettled,
  jackpotVoided,
} from "./events.ts";
import { games } from "./game.ts";
import { jackpotTableStreamKind } from "./stream.ts";

/**
 * A round opens with its first entry (`enter.ts`), is locked by its beacon, and ends by a draw or is void (`end.ts`).
 * The service's `game-rounds/round-worker.ts` brings it to its end, whichever process runs.
 */
export const jackpots = defineFeature({
  name: "jackpots",
  title: "Jackpots",
  summary: "A pot that one of its players wins, by a ticket that a chain and a beacon draw.",
  buildsOn: [
    "responsible-play",
    "beacon",
    "players",
    "roles",
    "seed-pairs",
    "settings",
    "deposits",
    "house-flips",
    "game-tables",
    "user-games",
    "game-rounds",
  ],
  games,
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
  stateParts: [
    experience.also(on(jackpotPlayed, withExperience)),
    responsiblePlayOf.also(
      // A player's entries of a round end together.
      stakeMade(jackpotEntered, ({ roundId, stake }) => ({ id: roundId, stake: BigInt(stake) })),
      stakeEnded(jackpotPlayed, ({ roundId, payout }) => ({ id: roundId, payout: BigInt(payout) })),
      stakeEnded(jackpotReturned, ({ roundId, stake }) => ({ id: roundId, payout: BigInt(stake) })),
    ),
  ],
});
