import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import type { ActivitySource } from "../../activities/activity-source.ts";
import { coinflipsProjection } from "./coinflips.ts";
import { coinflipRounds, coinflipSettlements } from "./flips.ts";

/** Shows others who won items of another player. */
const itemActivities: ActivitySource = {
  type: "item",
  reads: [coinflipSettlements],
  rows: () => `select winner_id as player_id, position, recorded_at, null::text as other_id,
      json_build_object('gameId', game_id)::text as payload
    from coinflip_settlements where currency is null`,
  says: ({ gameId = "" }) => ({ description: "Won items in a coinflip", metadata: { gameId } }),
};

export const liveCoinflips: ProjectionFeature = {
  name: "live-coinflips",
  game: coinflipRounds,
  readModels: [coinflipsProjection],
  activities: () => [itemActivities],
};
