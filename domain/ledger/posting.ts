import { invariant } from "../kernel/invariant.ts";
import type { Minor } from "../kernel/money.ts";
import type { Account, Asset } from "./account.ts";

/** One leg of a movement: what an account gains (or loses) of an asset, in minor units or copies. */
export interface Posting {
  readonly account: Account;
  readonly asset: Asset;
  readonly delta: bigint;
}

/** A movement of value between two accounts. */
export interface Move {
  readonly from: Account;
  readonly to: Account;
  readonly asset: Asset;
  readonly amount: Minor;
}

/**
 * Moves an amount from one account to another: two legs whose sum is zero by construction.
 * Nothing at all for an amount of zero.
 * @throws InvariantError on a negative amount or a move of an account to itself
 * @example move({ from: customer, to: fees, asset: "EUR", amount: 1000n })
 */
export function move({ from, to, asset, amount }: Move): readonly Posting[] {
  invariant(amount >= 0n, "an amount moved is not negative");
  invariant(from !== to, "an amount moves between two accounts");
  if (amount === 0n) return [];
  return [
    { account: from, asset, delta: -amount },
    { account: to, asset, delta: amount },
  ];
}

/** Whether the postings of an event sum to zero for every asset. */
export function isBalanced(postings: readonly Posting[]): boolean {
  let total = 0n;
  // Most events move one asset, which needs no table.
  const first = postings[0]?.asset;
  for (const { asset, delta } of postings) {
    if (asset !== first) return isBalancedByAsset(postings);
    total += delta;
  }
  return total === 0n;
}

function isBalancedByAsset(postings: readonly Posting[]): boolean {
  const sums = new Map<Asset, bigint>();
  for (const { asset, delta } of postings) sums.set(asset, (sums.get(asset) ?? 0n) + delta);
  for (const sum of sums.values()) if (sum !== 0n) return false;
  return true;
}
