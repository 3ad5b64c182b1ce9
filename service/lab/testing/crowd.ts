import type { UserLimited } from "#domain/features/inventory/contract.ts";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import type { CurrentUser } from "#domain/features/players/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { aCoinflip } from "#domain/testing/shown/coinflips.ts";
import { aLimited, anOwned } from "#domain/testing/shown/items.ts";
import { aUserGame } from "#domain/testing/shown/user-games.ts";
import { aUser } from "#domain/testing/shown/users.ts";
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
export const momentOf = (me: Partial<CurrentUser> = {}, chance: Chance = repeatableChance(1)): Moment => ({
  now: NOW,
  chance,
  me: aUser({ id: "p_me", username: "demo_iris", ...me }),
});

let made = 0;

/** An entry of an inventory. */
export function entryOf(itemValue: string, given: Partial<UserLimited> = {}): UserLimited {
  made += 1;
  const at = new Date(NOW).toISOString();
  const { assetId = 700_000 + made } = given;
  const limited = aLimited({
    robloxAssetId: assetId,
    name: "Paper Crown",
    estimatedValue: itemValue,
    valueAt: at,
  });
  return anOwned({ id: made, userId: "p_me", lastSynced: at, inCustody: false, limited, ...given });
}

/** An open coinflip of an age, with an id of its own; by default a person's for 5.00 RBX. */
export function coinflipOf(ageMs: number, given: Partial<LiveCoinflip> = {}): LiveCoinflip {
  made += 1;
  const at = (NOW - ageMs).toString(16).padStart(12, "0");
  const own = made.toString(16).padStart(12, "0");
  return aCoinflip({
    id: `${at.slice(0, 8)}-${at.slice(8)}-7b1c-9d42-${own}`,
    creatorId: "p_other",
    betAmount: "5.00",
    totalValue: "5.00",
    expiresAt: new Date(NOW + 1_000).toISOString(),
    ...given,
  });
}

/** A game that a demo player made, as the list shows it. */
export function listedGame(n: number, given: Partial<UserGameListed> = {}): UserGameListed {
  const { creatorId = `p_${n}` } = given;
  const creator = { ...aUserGame().creator, id: creatorId, username: `otto${n}`, firstName: "demo_otto" };
  return aUserGame({ id: `g_${n}`, creatorId, creator, title: `Game ${n}`, ...given });
}
