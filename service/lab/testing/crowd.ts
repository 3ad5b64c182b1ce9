import type { UserLimited } from "#domain/features/inventory/contract.ts";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import type { CurrentUser } from "#domain/features/players/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import type { Chance, Moment } from "#service/demo/crowd/habit.ts";

export const NOW = Date.parse("2026-01-01T12:00:00.000Z");

/** A reproducible source of chance (mulberry32). */
export function repeatableChance(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A moment of a demo player. */
export function momentOf(me: Partial<CurrentUser> = {}, chance: Chance = repeatableChance(1)): Moment {
  return {
    now: NOW,
    chance,
    me: {
      id: "p_me",
      username: "demo_iris",
      displayName: "demo_iris",
      firstName: "demo_iris",
      email: null,
      profileImageUrl: null,
      rbxBalance: "1000.00",
      tixBalance: "500.00",
      usdBalance: "0.00",
      level: 1,
      experience: 0,
      isVerified: true,
      roles: [],
      suspension: null,
      ...me,
    },
  };
}

let made = 0;

/** An entry of an inventory. */
export function entryOf(itemValue: string, given: Partial<UserLimited> = {}): UserLimited {
  made += 1;
  const at = new Date(NOW).toISOString();
  const assetId = given.assetId ?? 700_000 + made;
  return {
    id: made,
    userId: "p_me",
    assetId,
    limitedId: assetId,
    itemName: "Paper Crown",
    itemValue,
    serialNumber: null,
    assetType: 8,
    quantity: 1,
    dateAcquired: at,
    lastSynced: at,
    inPlay: false,
    inCustody: false,
    limited: {
      id: 1,
      robloxAssetId: assetId,
      name: "Paper Crown",
      description: "",
      imageUrl: "",
      rarity: "common",
      estimatedValue: itemValue,
      isCollectible: true,
      valueAt: at,
      valueSource: "recent_average_price",
    },
    ...given,
  };
}

/** An open coinflip of an age, with an id of its own; by default a person's for 5.00 RBX. */
export function coinflipOf(ageMs: number, given: Partial<LiveCoinflip> = {}): LiveCoinflip {
  made += 1;
  const at = (NOW - ageMs).toString(16).padStart(12, "0");
  const own = made.toString(16).padStart(12, "0");
  return {
    id: `${at.slice(0, 8)}-${at.slice(8)}-7b1c-9d42-${own}`,
    position: 1,
    creatorId: "p_other",
    creator: { firstName: "Alice", profileImageUrl: null, email: null },
    betAmount: "5.00",
    betSide: "rbx",
    betItems: [],
    totalValue: "5.00",
    isActive: true,
    opponentId: null,
    expiresAt: new Date(NOW + 1_000).toISOString(),
    status: "open",
    scheme: "rt1|pvp",
    commitment: "0".repeat(64),
    creatorClientSeed: "seed",
    ...given,
  };
}

/** A game that a demo player made, as the list shows it. */
export const listedGame = (n: number, given: Partial<UserGameListed> = {}): UserGameListed => {
  const { creatorId = `p_${n}` } = given;
  return {
    id: `g_${n}`,
    position: n + 1,
    creatorId,
    creator: {
      id: creatorId,
      username: `otto${n}`,
      firstName: "demo_otto",
      profileImageUrl: null,
      email: null,
    },
    title: `Game ${n}`,
    description: null,
    gameType: "coinflip",
    isHalted: false,
    minBet: "1.00",
    maxBet: "1000.00",
    houseEdge: "5.00",
    returnToPlayer: "95.00",
    isActive: true,
    totalPlayed: 0,
    totalVolume: "0.00",
    version: 1,
    createdAt: "2026-01-01T12:00:00.000Z",
    updatedAt: "2026-01-01T12:00:00.000Z",
    ...given,
  };
};
