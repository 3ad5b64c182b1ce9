import { HOUR_MS } from "#domain/kernel/time.ts";
import { beacon } from "#service/features/beacon/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { liveCoinflipHabit } from "./crowd.ts";
import { liveCoinflipRoutes } from "./routes.ts";
import { CoinflipSettlementWorker } from "./settlement-worker.ts";

export const liveCoinflips = defineServiceFeature({
  name: "live-coinflips",
  create: (core) => {
    const { reads, writer, now, scheduler, onTrouble } = core;
    const { beacon: rounds } = beacon.of(core);
    const waiting = { now, scheduler, onTrouble };
    const submit: typeof writer.submit = (command) => writer.submit(command);
    return {
      beacon: rounds,
      coinflips: new CoinflipSettlementWorker({ beacon: rounds, reads, submit, ...waiting }),
    };
  },
  routes: liveCoinflipRoutes,
  jobs: ({ coinflips }) => [coinflips],
  appended: (events, { coinflips }) => coinflips.appended(events),
  settingDefaults: ({ coinflipOpenMs }) => ({ coinflipOpenHours: BigInt(coinflipOpenMs / HOUR_MS) }),
  habit: liveCoinflipHabit,
});
