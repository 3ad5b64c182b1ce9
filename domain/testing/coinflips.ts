import { type Asset, playerAccount } from "../accounts/account.ts";
import type { ItemsStaked } from "../accounts/items-staked.ts";
import { type BeaconChain, type BeaconRound, publishedAt } from "../fairness/beacon.ts";
import { pvpCommitment } from "../fairness/rt1.ts";
import type { SeedSource } from "../fairness/seed-source.ts";
import type { Side } from "../fairness/st1.ts";
import { coinflipStreamKind } from "../features/live-coinflips/coinflip.ts";
import { cancelCoinflip, expireCoinflip } from "../features/live-coinflips/end.ts";
import { coinflipStream } from "../features/live-coinflips/events.ts";
import { currencyStake, type Stake, valueOfStakes } from "../features/live-coinflips/items/stake.ts";
import { type JoinedCoinflip, joinCoinflip } from "../features/live-coinflips/join.ts";
import { type OpenedCoinflip, openCoinflip } from "../features/live-coinflips/open.ts";
import {
  resultOf,
  type SettledCoinflip,
  settleCoinflip,
  voidCoinflip,
} from "../features/live-coinflips/settle.ts";
import { refusalOfStaker } from "../features/registry.ts";
import { toHex } from "../kernel/bytes.ts";
import { type Minor, minor } from "../kernel/money.ts";
import { type Decide, type GivenLog, NOON } from "./given.ts";
import { ALICE, playerIn } from "./players.ts";
import { standInSeeds } from "./seeds.ts";
import { settingsIn } from "./settings.ts";

export const BOB = "p_bob";
export const CAROL = "p_carol";
/** The game of the examples, and how long it is open: a day. */
export const GAME = "0193e3f0-0000-7000-8000-000000000001";
export const OPEN_MS = 86_400_000;

/** A beacon whose rounds come each second, the first at noon of the first day of 2026. */
export const CHAIN: BeaconChain = {
  kind: "local",
  chainHash: "ab".repeat(32),
  publicKey: "cd".repeat(96),
  genesisAt: NOON,
  periodMs: 1_000,
};

const seedBytes = new Uint8Array(32).fill(7);
/** The seed of every game of the examples, and what commits to it. */
export const SEED = toHex(seedBytes);
export const COMMITMENT = toHex(pvpCommitment(seedBytes));

/** Seeds of games between players, which are real ones. */
export const gameSeeds: SeedSource = {
  ...standInSeeds(() => "rbx"),
  reveal: () => SEED,
  forGame: () => COMMITMENT,
};

/** A stake of RBX. @example rbx("10.00") */
export const rbx = (amount: string): Stake => currencyStake("RBX", minor(amount));

/** The state of a coinflip in a log. */
export const coinflipIn = (log: GivenLog, gameId: string) =>
  log.stream(coinflipStreamKind, coinflipStream(gameId));
const freeOf = (log: GivenLog, playerId: string) => (asset: Asset) =>
  log.holding(playerAccount(playerId), asset);

/** Somebody opens a coinflip. */
export const open =
  (
    stakes: Stake,
    { playerId = ALICE, gameId = GAME, side = "rbx" as Side, itemsStaked = "sight" as ItemsStaked } = {},
  ): Decide<OpenedCoinflip> =>
  (log) =>
    openCoinflip(
      { playerId, gameId, side, stakes, expiresInMs: OPEN_MS },
      {
        player: playerIn(log, playerId),
        holding: freeOf(log, playerId),
        at: log.at,
        seeds: gameSeeds,
        settings: settingsIn(log),
        itemsStaked,
        refusalOfStaker,
      },
    );

/** Somebody joins a coinflip. */
export const join =
  ({
    playerId = BOB,
    gameId = GAME,
    newestRound = 0,
    items = null as Stake | null,
    itemsStaked = "sight" as ItemsStaked,
    valueNow = valueOfStakes as (stakes: Stake) => Minor | null,
  } = {}): Decide<JoinedCoinflip> =>
  (log) =>
    joinCoinflip(
      { playerId, gameId, items },
      {
        coinflip: coinflipIn(log, gameId),
        player: playerIn(log, playerId),
        playerOf: (id) => playerIn(log, id),
        holding: freeOf(log, playerId),
        at: log.at,
        chain: CHAIN,
        newestRound,
        itemsStaked,
        refusalOfStaker,
        valueNow,
      },
    );

/** The beacon decides a coinflip so that a face wins. */
export const settle =
  (result: Side, gameId = GAME, { chainHash } = CHAIN): Decide<SettledCoinflip> =>
  (log) =>
    settleCoinflip(
      { gameId, beacon: beaconFor(log, gameId, result), chainHash },
      {
        coinflip: coinflipIn(log, gameId),
        playerOf: (playerId) => playerIn(log, playerId),
        at: log.at,
        seeds: gameSeeds,
        settings: settingsIn(log),
      },
    );

/** A round of the beacon under which a face wins; any round where no game waits for one. */
export function beaconFor(log: GivenLog, gameId: string, result: Side): BeaconRound {
  const coinflip = coinflipIn(log, gameId);
  if (coinflip.status !== "locked") return { round: 1, signature: "00" };
  for (let n = 0; ; n += 1) {
    const beacon = { round: coinflip.round, signature: n.toString(16).padStart(96, "0") };
    if (resultOf(gameId, coinflip, { beacon, serverSeed: SEED }).result === result) return beacon;
  }
}

/** The creator takes a coinflip back. */
export const cancel =
  (playerId = ALICE, gameId = GAME): Decide<{ readonly id: string }> =>
  (log) =>
    cancelCoinflip({ gameId, playerId }, coinflipIn(log, gameId));

/** The time of an open coinflip is looked at. */
export const expire =
  (gameId = GAME): Decide<{ readonly id: string }> =>
  (log) =>
    expireCoinflip(gameId, { coinflip: coinflipIn(log, gameId), at: log.at });

/** The beacon of a locked coinflip is given up. */
export const giveUp =
  (gameId = GAME): Decide<{ readonly id: string }> =>
  (log) =>
    voidCoinflip(gameId, { coinflip: coinflipIn(log, gameId), at: log.at, seeds: gameSeeds });

/** When a round of the examples' beacon is published. */
export const published = (round: number): number => publishedAt(round, CHAIN);
