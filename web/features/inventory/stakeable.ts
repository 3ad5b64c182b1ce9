import type { UserLimited } from "#domain/features/inventory/contract.ts";
import { isAcceptedValue } from "#domain/features/limiteds/rules.ts";
import type { GameLimits } from "#web/lib/stakes/game-limits.ts";

/** Why an item cannot be staked at the moment. */
export type StakeBar = "inPlay" | "notInCustody" | "notValued";

/** Why an item cannot be staked, in few words. */
export const STAKE_BARS: Readonly<Record<StakeBar, string>> = {
  inPlay: "In play",
  notInCustody: "Not in custody: deposit it to play",
  notValued: "Too few recent prices to be staked",
};

/** Why an entry cannot be staked; null if it can. Before limits are known, only items in play are ruled out. */
export function stakeBarOf(
  { inPlay, inCustody, limited }: UserLimited,
  itemsStaked: GameLimits["itemsStaked"] | undefined,
): StakeBar | null {
  if (inPlay) return "inPlay";
  if (itemsStaked === "custody" && !inCustody) return "notInCustody";
  const basis = { source: limited.valueSource, valueAt: Date.parse(limited.valueAt) };
  return isAcceptedValue(basis, Date.now()) ? null : "notValued";
}

/** The address to withdraw a copy in custody. @param entryId of the inventory */
export const withdrawPath = (entryId: number): string => `/withdrawals?item=${entryId}`;

/** The address to deposit an item. @param limitedId its number in the catalogue */
export const depositPath = (limitedId: number): string => `/deposits?item=${limitedId}`;
