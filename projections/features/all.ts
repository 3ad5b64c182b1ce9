import type { ActivitySource } from "#projections/activities/activity-source.ts";
import type { ProjectionFeature } from "#projections/features/projection-feature.ts";
import type { LiveSource } from "#projections/games/live-source.ts";
import { allGamesOf } from "#projections/games/rounds.ts";
import type { Projection } from "#projections/kernel/projection.ts";
import type { BesideLog } from "#projections/kernel/subscriber/beside-log.ts";
import type { NoticeSource } from "#projections/notices/notice-source.ts";
import { activities } from "./activities/feature.ts";
import { awayCoinflips } from "./away-coinflips/feature.ts";
import { botFlips } from "./bot-flips/feature.ts";
import { cashouts } from "./cashouts/feature.ts";
import { chat } from "./chat/feature.ts";
import { crash } from "./crash/feature.ts";
import { deposits } from "./deposits/feature.ts";
import { friendships } from "./friendships/feature.ts";
import { gameTables } from "./game-tables/feature.ts";
import { houseFlips } from "./house-flips/feature.ts";
import { inventory } from "./inventory/feature.ts";
import { jackpots } from "./jackpots/feature.ts";
import { leaderboard } from "./leaderboard/feature.ts";
import { ledger } from "./ledger/feature.ts";
import { limiteds } from "./limiteds/feature.ts";
import { listings } from "./listings/feature.ts";
import { liveCoinflips } from "./live-coinflips/feature.ts";
import { notifications } from "./notifications/feature.ts";
import { ownGames } from "./own-games/feature.ts";
import { players } from "./players/feature.ts";
import { profiles } from "./profiles/feature.ts";
import { proposals } from "./proposals/feature.ts";
import { purchases } from "./purchases/feature.ts";
import { revenue } from "./revenue/feature.ts";
import { roles } from "./roles/feature.ts";
import { seedPairs } from "./seed-pairs/feature.ts";
import { settings } from "./settings/feature.ts";
import { spectator } from "./spectator/feature.ts";
import { transits } from "./transits/feature.ts";
import { userCoinflips } from "./user-coinflips/feature.ts";
import { userGames } from "./user-games/feature.ts";
import { withdrawals } from "./withdrawals/feature.ts";

/** The features with read models, in the order that they are shown in. */
const features: readonly ProjectionFeature[] = [
  houseFlips,
  ownGames,
  leaderboard,
  ledger,
  players,
  seedPairs,
  liveCoinflips,
  limiteds,
  inventory,
  deposits,
  botFlips,
  notifications,
  friendships,
  activities,
  roles,
  transits,
  revenue,
  settings,
  proposals,
  chat,
  userGames,
  userCoinflips,
  gameTables,
  jackpots,
  crash,
  spectator,
  profiles,
  listings,
  purchases,
  cashouts,
  withdrawals,
  awayCoinflips,
];

const games = allGamesOf(features.flatMap(({ game }) => game ?? []));

const openings = features.flatMap(({ opens }) => opens ?? []);

/** Notices that no single event produces. */
export const noticeSources: readonly NoticeSource[] = features.flatMap(
  ({ notices }) => notices?.(games, openings) ?? [],
);

/** Activities that others may see. */
export const activitySources: readonly ActivitySource[] = features.flatMap(
  ({ activities: ofFeature }) => ofFeature?.(games) ?? [],
);

/** Games that others may watch. */
export const liveSources: readonly LiveSource[] = features.flatMap(({ live }) => live ?? []);

/** Every table beside the log that queries join to read models. */
export const besideLog: readonly BesideLog[] = features.flatMap(
  ({ besideLog: ofFeature }) => ofFeature ?? [],
);

/** The read models that each feature brings. */
export const readModelsByFeature = features.map(
  ({ name, readModels = [], ofGames, ofNotices, ofActivities }) => ({
    name,
    readModels: [
      ...readModels,
      ...(ofGames?.(games) ?? []),
      ...(ofNotices?.(noticeSources) ?? []),
      ...(ofActivities?.(activitySources) ?? []),
    ],
  }),
);

/** Every read model that follows the log. */
export const allProjections: readonly Projection[] = readModelsByFeature.flatMap(
  ({ readModels }) => readModels,
);
