import { integerSquareRoot, type Minor } from "../../kernel/money.ts";

/** Experience for any settled game, before what the stake adds. */
export const XP_BASE = 10;
/** The most that a stake adds. */
export const XP_STAKE_MAX = 20;
/** The most experience in one UTC day. */
export const XP_DAY_MAX = 1_000;

/**
 * Experience for a settled game, the same for win and loss: 10 + min(20, floor(sqrt(stake in RBX))).
 * @param stake minor units
 */
export function gameExperience(stake: Minor): number {
  const units = stake / 100n;
  if (units >= BigInt(XP_STAKE_MAX ** 2)) return XP_BASE + XP_STAKE_MAX;
  return XP_BASE + Math.floor(Math.sqrt(Number(units)));
}

/** Experience that a level needs in all: the whole square root of 16 x (level - 1)^5. */
export function experienceOfLevel(level: number): number {
  return Number(integerSquareRoot(16n * BigInt(level - 1) ** 5n));
}

/** The highest level that an amount of experience reaches; level 1 needs none. */
export function levelOf(experience: number): number {
  let low = 1;
  let high = 2;
  while (experienceOfLevel(high) <= experience) high *= 2;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (experienceOfLevel(middle) <= experience) low = middle;
    else high = middle;
  }
  return low;
}
