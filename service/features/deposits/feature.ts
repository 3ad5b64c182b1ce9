import { defineServiceFeature } from "#service/features/service-feature.ts";
import { depositRoutes } from "./routes.ts";

export const deposits = defineServiceFeature({
  name: "deposits",
  routes: depositRoutes,
  settingDefaults: ({ secondApprovalAbove }) => ({ secondApprovalAbove }),
  personal: [{ table: "deposit_trades", player: "player_id", shown: ["deposit_id", "trade_url"] }],
});
