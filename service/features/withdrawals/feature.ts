import { inventory } from "#service/features/inventory/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { custodyAlarm, custodyMetrics, keepCustodySightings } from "./custody-sightings.ts";
import { hearOfWithdrawals } from "./hear.ts";
import { withdrawalMails } from "./mails.ts";
import { withdrawalRoutes } from "./routes.ts";

export const withdrawals = defineServiceFeature({
  name: "withdrawals",
  create: (core) => {
    inventory.of(core).hearers.push(async (playerId, look) => {
      await hearOfWithdrawals(playerId, look, core);
      await keepCustodySightings(playerId, look, core);
    });
    return {};
  },
  routes: withdrawalRoutes,
  mails: withdrawalMails,
  metrics: custodyMetrics,
  alarm: custodyAlarm,
  // No `erase`: the house's record of missing items outlives the account seen with one, without its name.
  personal: [
    { table: "custody_sightings", player: "player_id", shown: ["copy", "first_seen_at", "last_seen_at"] },
  ],
});
