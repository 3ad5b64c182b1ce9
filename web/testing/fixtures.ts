import type {
  FlipAnswer,
  GameHistoryEntry,
  GameStats,
  LiveBet,
} from "#domain/features/house-flips/contract.ts";
import type { Fairness, FlipProof } from "#domain/features/seed-pairs/contract.ts";
import type { GameLimits } from "#web/lib/stakes/game-limits.ts";

const HASH = "ab".repeat(32);

/** The limits of the games while nobody has changed them. */
export const someLimits = (change: Partial<GameLimits> = {}): GameLimits => ({
  stakeMin: "1.00",
  stakeMax: "100000.00",
  bank: { RBX: { largestStake: "100000.00" }, TIX: { largestStake: "100000.00" } },
  bot: { largestStake: "100000.00", winningsBasisPoints: 8_000 },
  houseEdgeBasisPoints: 250,
  coinflipOpenHours: 24,
  itemsStaked: "sight",
  ...change,
});

export const someStats = (change: Partial<GameStats> = {}): GameStats => ({
  totalGames: 3,
  wins: 1,
  gamesPlayed: 3,
  winRate: 33.3,
  totalWon: "9.75",
  totalLost: "20.00",
  ...change,
});

/** A pair whose client seed the player chose. */
export const aFairness = (change: Partial<Fairness> = {}): Fairness => ({
  serverSeedHash: HASH,
  nextServerSeedHash: "cd".repeat(32),
  clientSeed: "own-seed",
  clientSeedBy: "player",
  nonce: 5,
  ...change,
});

/** A flip of 10.00 RBX that won. */
export const aFlip = (change: Partial<FlipAnswer> = {}): FlipAnswer => ({
  id: "01JGAME",
  result: "rbx",
  won: true,
  winAmount: "19.75",
  houseEdgeTaken: "0.25",
  position: 42,
  rbxBalance: "1009.75",
  tixBalance: "500.00",
  nonce: 5,
  ...change,
});

/** The same flip, lost. */
export const aLostFlip = (change: Partial<FlipAnswer> = {}): FlipAnswer =>
  aFlip({
    result: "tix",
    won: false,
    winAmount: "0.00",
    houseEdgeTaken: "0.00",
    rbxBalance: "990.00",
    ...change,
  });

/** A flip of 10.00 RBX that won, as lists show it. */
const WON = {
  gameType: "coinflip",
  betSide: "rbx",
  betAmount: "10.00",
  currency: "RBX",
  result: "rbx",
  won: true,
  winAmount: "19.75",
  createdAt: "2026-11-20T10:00:00.000Z",
} as const;

export const aGame = (change: Partial<GameHistoryEntry> = {}): GameHistoryEntry => ({
  id: "01JGAME",
  position: 42,
  ...WON,
  opponent: null,
  experience: 13,
  userGame: null,
  ...change,
});

export const aBet = (change: Partial<LiveBet> = {}): LiveBet => ({
  id: "01JBET",
  position: 41,
  ...WON,
  userGame: null,
  player: { id: "01JBOB", username: "bob", profileImageUrl: null },
  ...change,
});

/** The proof of a flip whose seed is not yet revealed. */
export const aProof = (change: Partial<FlipProof> = {}): FlipProof => ({
  id: "01JGAME",
  gameType: "coinflip",
  scheme: "st1",
  serverSeedHash: HASH,
  serverSeed: null,
  clientSeed: "own-seed",
  clientSeedBy: "player",
  nonce: 5,
  side: "rbx",
  result: "rbx",
  won: true,
  items: [],
  position: 42,
  settledAt: "2026-11-20T10:00:00.000Z",
  ...change,
});
