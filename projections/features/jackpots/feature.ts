import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { liveRounds } from "../game-rounds/live-rounds.ts";
import { jackpotPlays } from "./plays.ts";
import { jackpotRoundsProjection } from "./rounds.ts";
import { jackpotRounds } from "./shown.ts";

export const jackpots: ProjectionFeature = {
  name: "jackpots",
  game: jackpotPlays,
  live: liveRounds({
    gameType: "jackpot",
    rounds: "jackpot_rounds",
    bets: "jackpot_entries",
    // The countdown begins with the second player.
    beginsAt: "case when r.publish_at is not null then r.opened_at end",
    endsAt: "r.publish_at",
    round: jackpotRounds.round,
  }),
  readModels: [jackpotRoundsProjection],
};
