import { botStakesProjection } from "./features/bot-flips/bot-stakes.ts";
import { custodyProjection } from "./features/deposits/custody.ts";
import { depositsProjection } from "./features/deposits/deposits.ts";
import { gameHistoryProjection } from "./features/house-flips/game-history.ts";
import { houseRevenueProjection } from "./features/house-flips/house-revenue.ts";
import { playerStatsProjection } from "./features/house-flips/player-stats.ts";
import { copiesProjection } from "./features/inventory/copies.ts";
import { leaderboardProjection } from "./features/leaderboard/leaderboard.ts";
import { limitedsProjection } from "./features/limiteds/limiteds.ts";
import { coinflipsProjection } from "./features/live-coinflips/coinflips.ts";
import { notificationsProjection } from "./features/notifications/notifications.ts";
import { playerProgressProjection } from "./features/players/player-progress.ts";
import { proposalsProjection } from "./features/proposals/proposals.ts";
import { issuanceProjection } from "./features/revenue/issuance.ts";
import { standingsProjection } from "./features/roles/standings.ts";
import { seedPairsProjection } from "./features/seed-pairs/seed-pairs.ts";
import { adminSettingsProjection } from "./features/settings/admin-settings.ts";
import type { Projection } from "./kernel/projection.ts";

/** Every read model that follows the log. */
export const allProjections: readonly Projection[] = [
  playerStatsProjection,
  gameHistoryProjection,
  houseRevenueProjection,
  leaderboardProjection,
  playerProgressProjection,
  seedPairsProjection,
  coinflipsProjection,
  limitedsProjection,
  copiesProjection,
  depositsProjection,
  custodyProjection,
  botStakesProjection,
  notificationsProjection,
  standingsProjection,
  issuanceProjection,
  adminSettingsProjection,
  proposalsProjection,
];
