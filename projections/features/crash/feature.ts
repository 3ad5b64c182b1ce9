import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import { liveRounds } from "../game-rounds/live-rounds.ts";
import { crashPlays } from "./plays.ts";
import { crashRoundsProjection } from "./rounds.ts";
import { crashRounds } from "./shown.ts";

export const crash: ProjectionFeature = {
  name: "crash",
  game: crashPlays,
  live: liveRounds({
    gameType: "crash",
    rounds: "crash_rounds",
    bets: "crash_bets",
    beginsAt: "coalesce(r.started_at, r.starts_at)",
    // Where a curve breaks is a secret.
    endsAt: "null",
    round: crashRounds.round,
  }),
  readModels: [crashRoundsProjection],
};
