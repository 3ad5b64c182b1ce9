import { declaredBy } from "../kernel/feature.ts";
import { settingsOf } from "../kernel/setting.ts";
import { activities } from "./activities/feature.ts";
import { audit } from "./audit/feature.ts";
import { awayCoinflips } from "./away-coinflips/feature.ts";
import { bank } from "./bank/feature.ts";
import { beacon } from "./beacon/feature.ts";
import { botFlips } from "./bot-flips/feature.ts";
import { cashouts } from "./cashouts/feature.ts";
import { chat } from "./chat/feature.ts";
import { console } from "./console/feature.ts";
import { contacts } from "./contacts/feature.ts";
import { crash } from "./crash/feature.ts";
import { deposits } from "./deposits/feature.ts";
import { dollarDebts } from "./dollar-debts/feature.ts";
import { friendships } from "./friendships/feature.ts";
import { gameLimits } from "./game-limits/feature.ts";
import { gameRounds } from "./game-rounds/feature.ts";
import { gameTables } from "./game-tables/feature.ts";
import { halts } from "./halts/feature.ts";
import { health } from "./health/feature.ts";
import { houseFlips } from "./house-flips/feature.ts";
import { info } from "./info/feature.ts";
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
import { preferences } from "./preferences/feature.ts";
import { profiles } from "./profiles/feature.ts";
import { proofs } from "./proofs/feature.ts";
import { proposals } from "./proposals/feature.ts";
import { purchases } from "./purchases/feature.ts";
import { responsiblePlay } from "./responsible-play/feature.ts";
import { revenue } from "./revenue/feature.ts";
import { roles } from "./roles/feature.ts";
import { secondFactors } from "./second-factors/feature.ts";
import { seedPairs } from "./seed-pairs/feature.ts";
import { sessions } from "./sessions/feature.ts";
import { settings } from "./settings/feature.ts";
import { signIn } from "./sign-in/feature.ts";
import { spectator } from "./spectator/feature.ts";
import { system } from "./system/feature.ts";
import { transits } from "./transits/feature.ts";
import { userCoinflips } from "./user-coinflips/feature.ts";
import { userGames } from "./user-games/feature.ts";
import { welcome } from "./welcome/feature.ts";
import { withdrawals } from "./withdrawals/feature.ts";

const before = [ledger, contacts, live, beacon, players, roles, seedPairs, responsiblePlay] as const;
const after = [
  mail,
  payments,
  sessions,
  secondFactors,
  halts,
  system,
  bank,
  limiteds,
  inventory,
  deposits,
  transits,
  health,
  houseFlips,
  welcome,
  gameTables,
  userGames,
  userCoinflips,
  gameRounds,
  jackpots,
  crash,
  audit,
  dollarDebts,
  liveCoinflips,
  botFlips,
  paymentMethods,
  listings,
  purchases,
  cashouts,
  withdrawals,
  awayCoinflips,
  gameLimits,
  spectator,
  ownGames,
  proofs,
  leaderboard,
  preferences,
  friendships,
  activities,
  profiles,
  notifications,
  revenue,
  console,
  chat,
  ownData,
  info,
  signIn,
] as const;

const settingsFeature = settings(settingsOf([...before, ...after]));
const acts = declaredBy([...before, settingsFeature, ...after], "acts");

/** Every feature, each after those that it builds on. What all declare for one is handed to it. */
export const features = [...before, settingsFeature, proposals(acts), ...after] as const;
