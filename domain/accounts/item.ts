import { invariant } from "../kernel/invariant.ts";
import { move, type Posting } from "../ledger/posting.ts";
import type { Account } from "./account.ts";

/** One copy of a limited item as an asset: of each there is at most one outside `platform`. */
export type Copy = `item:${string}:${string}`;

/** What the platform calls a copy: whole numbers of older items, UUIDs of newer ones. */
export const INSTANCE_PATTERN = /^[A-Za-z0-9-]{1,64}$/;

/** Whether an asset is a copy of an item, and not a currency. */
export const isCopy = (asset: string): asset is Copy => asset.startsWith("item:");

/**
 * The asset of one copy.
 * @throws InvariantError when the item's number is not one, or the copy's name is not one of the platform's
 * @example copyOf(1365767, "40213") // "item:1365767:40213"
 */
export function copyOf(assetId: number, instance: string): Copy {
  invariant(Number.isSafeInteger(assetId) && assetId > 0, "an item has a whole number above zero");
  invariant(INSTANCE_PATTERN.test(instance), "a copy has a name of the platform's");
  return `item:${assetId}:${instance}`;
}

/** The platform's number of the item that a copy is of. */
export const assetIdOf = (copy: Copy): number => Number.parseInt(copy.slice("item:".length), 10);

/** Moves one copy from one account to another. */
export const moveCopy = (asset: Copy, from: Account, to: Account): readonly Posting[] =>
  move({ from, to, asset, amount: 1n });
