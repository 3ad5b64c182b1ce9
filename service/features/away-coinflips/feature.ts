import { defineServiceFeature } from "#service/features/service-feature.ts";
import { transits } from "#service/features/transits/feature.ts";
import { stakesComeBack } from "./commands.ts";
import { GamesElsewhere } from "./elsewhere.ts";
import { awayCoinflipRoutes } from "./routes.ts";

export const awayCoinflips = defineServiceFeature({
  name: "away-coinflips",
  create: (core) => {
    const { arrivals } = transits.of(core);
    for (const taker of stakesComeBack(core.writer.logId)) arrivals?.declare(taker);
    return { elsewhere: new GamesElsewhere(core) };
  },
  routes: awayCoinflipRoutes,
});
