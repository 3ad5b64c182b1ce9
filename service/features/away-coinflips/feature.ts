import { beacon } from "#service/features/beacon/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { transits } from "#service/features/transits/feature.ts";
import { stakesComeBack } from "./commands.ts";
import { GamesElsewhere } from "./elsewhere.ts";
import { guestArrivals } from "./host.ts";
import { offerRoutes } from "./offers.ts";
import { awayCoinflipRoutes } from "./routes.ts";

export const awayCoinflips = defineServiceFeature({
  name: "away-coinflips",
  create: (core) => {
    const { arrivals } = transits.of(core);
    const host = guestArrivals({ core, beacon: beacon.of(core).beacon });
    for (const taker of [host, ...stakesComeBack(core.writer.logId)]) arrivals?.declare(taker);
    return { elsewhere: new GamesElsewhere(core) };
  },
  routes(app, deps) {
    awayCoinflipRoutes(app, deps);
    offerRoutes(app, deps);
  },
});
