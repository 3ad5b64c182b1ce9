import { activities } from "#web/features/activities/feature.tsx";
import { audit } from "#web/features/audit/feature.tsx";
import { awayCoinflips } from "#web/features/away-coinflips/feature.tsx";
import { botFlips } from "#web/features/bot-flips/feature.tsx";
import { cashouts } from "#web/features/cashouts/feature.tsx";
import { chat } from "#web/features/chat/feature.tsx";
import { adminConsole } from "#web/features/console/feature.tsx";
import { crash } from "#web/features/crash/feature.tsx";
import { deposits } from "#web/features/deposits/feature.tsx";
import { dollarDebts } from "#web/features/dollar-debts/feature.tsx";
import { friendships } from "#web/features/friendships/feature.tsx";
import { gameRounds } from "#web/features/game-rounds/feature.ts";
import { halts } from "#web/features/halts/feature.tsx";
import { houseFlips } from "#web/features/house-flips/feature.tsx";
import { info } from "#web/features/info/feature.tsx";
import { inventory } from "#web/features/inventory/feature.tsx";
import { jackpots } from "#web/features/jackpots/feature.tsx";
import { leaderboard } from "#web/features/leaderboard/feature.tsx";
import { ledger } from "#web/features/ledger/feature.tsx";
import { limiteds } from "#web/features/limiteds/feature.tsx";
import { listings } from "#web/features/listings/feature.tsx";
import { liveCoinflips } from "#web/features/live-coinflips/feature.tsx";
import { mail } from "#web/features/mail/feature.tsx";
import { notifications } from "#web/features/notifications/feature.tsx";
import { ownData } from "#web/features/own-data/feature.tsx";
import { ownGames } from "#web/features/own-games/feature.tsx";
import { paymentMethods } from "#web/features/payment-methods/feature.tsx";
import { payments } from "#web/features/payments/feature.tsx";
import { players } from "#web/features/players/feature.tsx";
import { preferences } from "#web/features/preferences/feature.tsx";
import { profiles } from "#web/features/profiles/feature.tsx";
import { proofs } from "#web/features/proofs/feature.tsx";
import { proposals } from "#web/features/proposals/feature.tsx";
import { purchases } from "#web/features/purchases/feature.tsx";
import { responsiblePlay } from "#web/features/responsible-play/feature.tsx";
import { revenue } from "#web/features/revenue/feature.tsx";
import { roles } from "#web/features/roles/feature.tsx";
import { secondFactors } from "#web/features/second-factors/feature.tsx";
import { seedPairs } from "#web/features/seed-pairs/feature.tsx";
import { sessions } from "#web/features/sessions/feature.tsx";
import { settings } from "#web/features/settings/feature.tsx";
import { signIn } from "#web/features/sign-in/feature.tsx";
import { spectator } from "#web/features/spectator/feature.tsx";
import { system } from "#web/features/system/feature.tsx";
import { transits } from "#web/features/transits/feature.tsx";
import { userCoinflips } from "#web/features/user-coinflips/feature.tsx";
import { userGames } from "#web/features/user-games/feature.tsx";
import { welcome } from "#web/features/welcome/feature.ts";
import { withdrawals } from "#web/features/withdrawals/feature.tsx";
import type { WebFeature } from "#web/lib/feature.ts";

/** Every feature of the site; one builds only on those before it. */
export const features: readonly WebFeature[] = [
  ledger,
  roles,
  seedPairs,
  settings,
  proposals,
  audit,
  players,
  halts,
  payments,
  transits,
  system,
  limiteds,
  inventory,
  deposits,
  dollarDebts,
  houseFlips,
  welcome,
  userGames,
  userCoinflips,
  gameRounds,
  jackpots,
  crash,
  liveCoinflips,
  awayCoinflips,
  botFlips,
  profiles,
  preferences,
  paymentMethods,
  listings,
  purchases,
  cashouts,
  withdrawals,
  spectator,
  ownGames,
  proofs,
  leaderboard,
  mail,
  secondFactors,
  sessions,
  ownData,
  activities,
  friendships,
  notifications,
  revenue,
  adminConsole,
  chat,
  info,
  responsiblePlay,
  signIn,
];
