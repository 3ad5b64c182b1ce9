import { defineFeature } from "../../kernel/feature.ts";
import { on } from "../../player/player-slice.ts";
import { experience, withExperience } from "../players/experience.ts";
import { responsiblePlayOf, stakeEnded, stakeMade } from "../responsible-play/play.ts";
import {
  crashBetLost,
  crashBetPlaced,
  crashBetReturned,
  crashCashedOut,
  crashRoundOpened,
  crashRoundSettled,
  crashRoundStarted,
  crashRoundVoided,
} from "./events.ts";
import { games } from "./game.ts";
import { runningCrashBets } from "./running-bets.ts";
import { crashTableStreamKind } from "./stream.ts";

export const crash = defineFeature({
  name: "crash",
  title: "Crash",
  summary: "A curve that bets leave before it breaks, at a point that a chain and a beacon draw.",
  buildsOn: [
    "responsible-play",
    "ledger",
    "beacon",
    "players",
    "roles",
    "settings",
    "bank",
    "deposits",
    "house-flips",
    "game-tables",
    "user-games",
    "game-rounds",
  ],
  games,
  events: [
    crashRoundOpened,
    crashBetPlaced,
    crashRoundStarted,
    crashCashedOut,
    crashBetLost,
    crashRoundSettled,
    crashRoundVoided,
    crashBetReturned,
  ],
  streams: [crashTableStreamKind],
  stateParts: [
    runningCrashBets,
    experience.also(on(crashCashedOut, withExperience), on(crashBetLost, withExperience)),
    responsiblePlayOf.also(
      stakeMade(crashBetPlaced, ({ betId, stake }) => ({ id: betId, stake: BigInt(stake) })),
      stakeEnded(crashCashedOut, ({ betId, payout }) => ({ id: betId, payout: BigInt(payout) })),
      stakeEnded(crashBetLost, ({ betId }) => ({ id: betId, payout: 0n })),
      stakeEnded(crashBetReturned, ({ betId, stake }) => ({ id: betId, payout: BigInt(stake) })),
    ),
  ],
});
