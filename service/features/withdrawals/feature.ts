import { inventory } from "#service/features/inventory/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { hearOfWithdrawals } from "./hear.ts";
import { withdrawalMails } from "./mails.ts";
import { withdrawalRoutes } from "./routes.ts";

export const withdrawals = defineServiceFeature({
  name: "withdrawals",
  create: (core) => {
    inventory.of(core).hearers.push((playerId, look) => hearOfWithdrawals(playerId, look, core));
    return {};
  },
  routes: withdrawalRoutes,
  mails: withdrawalMails,
});
