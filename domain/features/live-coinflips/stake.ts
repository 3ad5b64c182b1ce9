import type { Participant } from "../../fairness/rt1.ts";
import type { Refusal } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import { type Account, type Asset, type Currency, isCurrency } from "../../ledger/account.ts";
import { move, type Posting } from "../../ledger/posting.ts";
import { STAKED_ITEMS_MAX } from "./rules.ts";

/**
 * One asset at stake: an amount of a currency, or a copy of an item. Amounts are minor units (1 for a copy) and values
 * minor units of RBX as of the stake, both as text; a currency counts as itself.
 */
export type StakedAsset = { readonly asset: Asset; readonly amount: string; readonly value: string };

/** What a side of a game has at stake. */
export type Stakes = readonly StakedAsset[];

/** A stake in a currency. @param amount minor units */
export const currencyStake = (asset: Currency, amount: Minor): Stakes => [
  { asset, amount: String(amount), value: String(amount) },
];

/** What stakes are worth in all, in minor units. */
export const valueOfStakes = (stakes: Stakes): Minor =>
  stakes.reduce((sum, { value }) => sum + BigInt(value), 0n);

/** The currency of a stake; null where items are staked. */
export function currencyOfStakes(stakes: Stakes): Currency | null {
  const asset = stakes[0]?.asset;
  return asset !== undefined && isCurrency(asset) ? asset : null;
}

/** Why somebody cannot stake these items; null when they can. */
export function refusalOfItems(stakes: Stakes, holding: (asset: Asset) => bigint): Refusal | null {
  if (stakes.length === 0 || stakes.length > STAKED_ITEMS_MAX) {
    return { code: "too_many_items", detail: `Stake 1 to ${STAKED_ITEMS_MAX} items.` };
  }
  const missing = stakes.find(({ asset, amount }) => holding(asset) < BigInt(amount));
  if (missing === undefined) return null;
  return { code: "items_not_free", detail: "Some of these items are not yours to stake at the moment." };
}

/** Moves every staked asset whole from one account to another. */
export const moveStakes = (stakes: Stakes, from: Account, to: Account): readonly Posting[] =>
  stakes.flatMap(({ asset, amount }) => move({ from, to, asset, amount: BigInt(amount) }));

/** The platform's names of the copies at stake; none for a currency. */
const instancesOf = (stakes: Stakes): readonly string[] =>
  stakes.flatMap(({ asset }) => (isCurrency(asset) ? [] : [asset.slice(asset.lastIndexOf(":") + 1)]));

/** One side of a game as its result depends on it. @param seq 0 for the creator, 1 for the joiner */
export const participantOf = (
  seq: 0 | 1,
  side: { readonly playerId: string; readonly clientSeed: string; readonly stakes: Stakes },
): Participant => ({
  seq,
  playerId: side.playerId,
  clientSeed: side.clientSeed,
  stake: valueOfStakes(side.stakes),
  instances: instancesOf(side.stakes),
});
