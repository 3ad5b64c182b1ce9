import { HOUR_MS } from "#domain/kernel/time.ts";
import { beacon } from "#service/features/beacon/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { liveCoinflipHabit } from "./crowd.ts";
import { joinsOfGuests, payingGuest } from "./guests/guests.ts";
import { openToLogs } from "./guests/open-to-logs.ts";
import { liveCoinflipRoutes } from "./routes.ts";
import { CoinflipSettlementWorker } from "./settlement-worker.ts";

export const liveCoinflips = defineServiceFeature({
  name: "live-coinflips",
  create: (core) => {
    const { reads, writer, now, scheduler, onTrouble } = core;
    const { beacon: rounds } = beacon.of(core);
    const waiting = { now, scheduler, onTrouble };
    const submit: typeof writer.submit = (command) => writer.submit(payingGuest(command, writer.logId));
    const coinflips = new CoinflipSettlementWorker({ beacon: rounds, reads, submit, ...waiting });
    return { beacon: rounds, coinflips };
  },
  routes(app, deps) {
    liveCoinflipRoutes(app, deps);
    openToLogs(app, deps);
  },
  jobs: ({ coinflips }) => [coinflips],
  appended(events, { coinflips }) {
    coinflips.appended(events);
    for (const joined of joinsOfGuests(events)) coinflips.joined(joined);
  },
  settingDefaults: ({ coinflipOpenMs }) => ({ coinflipOpenHours: BigInt(coinflipOpenMs / HOUR_MS) }),
  habit: liveCoinflipHabit,
});
