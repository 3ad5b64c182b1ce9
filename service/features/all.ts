import { activities } from "./activities/feature.ts";
import { audit } from "./audit/feature.ts";
import { awayCoinflips } from "./away-coinflips/feature.ts";
import { bank } from "./bank/feature.ts";
import { beacon } from "./beacon/feature.ts";
import { botFlips } from "./bot-flips/feature.ts";
import { cashouts } from "./cashouts/feature.ts";
import { chat } from "./chat/feature.ts";
import { adminConsole } from "./console/feature.ts";
import { contacts } from "./contacts/feature.ts";
import { crash } from "./crash/feature.ts";
import { deposits } from "./deposits/feature.ts";
import { friendships } from "./friendships/feature.ts";
import { gameLimits } from "./game-limits/feature.ts";
import { gameRounds } from "./game-rounds/feature.ts";
import { gameTables } from "./game-tables/feature.ts";
import { halts } from "./halts/feature.ts";
import { health } from "./health/feature.ts";
import { houseFlips } from "./house-flips/feature.ts";
import { inventory } from "./inventory/feature.ts";
import { jackpots } from "./jackpots/feature.ts";
import { leaderboard } from "./leaderboard/feature.ts";
import { ledger } from "./ledger/feature.ts";
import { limiteds } from "./limiteds/feature.ts";
import { listings } from "./listings/feature.ts";
import { live } from "./live/feature.ts";
import { liveCoinflips } from "./live-coinflips/feature.ts";
import { mail } from "./mail/feature.ts";
import { notifications } from "./notifications/feature.ts";
import { ownData } from "./own-data/feature.ts";
import { ownGames } from "./own-games/feature.ts";
import { paymentMethods } from "./payment-methods/feature.ts";
import { payments } from "./payments/feature.ts";
import { players } from "./players/feature.ts";
import { profiles } from "./profiles/feature.ts";
import { proofs } from "./proofs/feature.ts";
import { proposals } from "./proposals/feature.ts";
import { purchases } from "./purchases/feature.ts";
import { responsiblePlay } from "./responsible-play/feature.ts";
import { revenue } from "./revenue/feature.ts";
import { roles } from "./roles/feature.ts";
import { secondFactors } from "./second-factors/feature.ts";
import { seedPairs } from "./seed-pairs/feature.ts";
import type { ServiceFeature } from "./service-feature.ts";
import { settings } from "./settings/feature.ts";
import { spectator } from "./spectator/feature.ts";
import { system } from "./system/feature.ts";
import { transits } from "./transits/feature.ts";
import { userCoinflips } from "./user-coinflips/feature.ts";
import { userGames } from "./user-games/feature.ts";
import { withdrawals } from "./withdrawals/feature.ts";

/** Every feature of the service, each after those whose services it uses. */
export const features: readonly ServiceFeature[] = [
  ledger,
  live,
  beacon,
  seedPairs,
  players,
  mail,
  responsiblePlay,
  roles,
  secondFactors,
  settings,
  proposals,
  audit,
  halts,
  system,
  bank,
  limiteds,
  inventory,
  deposits,
  transits,
  health,
  gameLimits,
  houseFlips,
  gameTables,
  userGames,
  userCoinflips,
  gameRounds,
  jackpots,
  crash,
  liveCoinflips,
  botFlips,
  paymentMethods,
  listings,
  payments,
  purchases,
  cashouts,
  withdrawals,
  awayCoinflips,
  spectator,
  ownGames,
  proofs,
  leaderboard,
  friendships,
  activities,
  profiles,
  notifications,
  revenue,
  adminConsole,
  chat,
  ownData,
  contacts,
];
