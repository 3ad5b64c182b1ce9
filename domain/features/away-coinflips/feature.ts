import { defineFeature } from "../../kernel/feature.ts";
import { on } from "../../player/player-slice.ts";
import { experience, withExperience } from "../players/experience.ts";
import { responsiblePlayOf, stakeEnded, stakeMade } from "../responsible-play/play.ts";
import { awayStakeStreamKind, awayStakes } from "./away-stake.ts";
import { awayCoinflipEndpoints } from "./contract.ts";
import { awayCoinflipPlayed, awayEvents, awayStakeMade, awayStakeReturned } from "./events.ts";
import { games } from "./game.ts";

export const awayCoinflips = defineFeature({
  name: "away-coinflips",
  title: "Coinflips of other logs",
  summary: "Coinflips of the site's other logs, joined with a stake in transit.",
  buildsOn: [
    "responsible-play",
    "beacon",
    "players",
    "roles",
    "settings",
    "halts",
    "transits",
    "limiteds",
    "deposits",
    "house-flips",
    "live-coinflips",
    "purchases",
    "withdrawals",
  ],
  games,
  endpoints: awayCoinflipEndpoints,
  events: awayEvents,
  stateParts: [
    awayStakes,
    experience.also(on(awayCoinflipPlayed, withExperience)),
    responsiblePlayOf.also(
      stakeMade(awayStakeMade, ({ transitId, stake }) => ({ id: transitId, stake: BigInt(stake) })),
      stakeEnded(awayCoinflipPlayed, ({ transitId, payout }) => ({ id: transitId, payout: BigInt(payout) })),
      stakeEnded(awayStakeReturned, ({ transitId }) => ({ id: transitId, payout: null })),
    ),
  ],
  streams: [awayStakeStreamKind],
});
