import { copyOf } from "#domain/accounts/item.ts";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import type { BetItem, StakedItem } from "#domain/features/live-coinflips/contract.ts";
import { type FreeCopy, joinerRange } from "#domain/features/live-coinflips/items/items.ts";
import { pickCopies } from "#domain/features/live-coinflips/items/pick.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { type StakeBar, stakeBarOf } from "#web/features/inventory/stakeable.ts";
import { readMoney } from "#web/lib/format.ts";
import type { GameLimits } from "#web/lib/stakes/game-limits.ts";

/** One copy that a player could stake: an entry of the inventory, and which of its copies. */
export interface StakeableCopy {
  readonly key: string;
  readonly entry: UserLimited;
  /** From 1. */
  readonly number: number;
  /** Why it cannot be staked; null when it can. */
  readonly bar: StakeBar | null;
}

/** Every copy of an inventory by itself, so that each can be chosen alone. */
export const copiesIn = (
  entries: readonly UserLimited[],
  itemsStaked?: GameLimits["itemsStaked"],
): readonly StakeableCopy[] =>
  entries.flatMap((entry) =>
    Array.from({ length: entry.quantity }, (_, index) => ({
      key: `${entry.id}-${index + 1}`,
      entry,
      number: index + 1,
      bar: stakeBarOf(entry, itemsStaked),
    })),
  );

/** What copies are worth in all. */
export const valueOfCopies = (copies: readonly StakeableCopy[]): Minor =>
  copies.reduce((sum, { entry }) => sum + readMoney(entry.itemValue), 0n);

/** A chosen copy as lists of staked items show it. */
export const stakedOf = ({ entry }: StakeableCopy): StakedItem => ({
  limitedId: entry.limitedId,
  quantity: 1,
  name: entry.itemName,
  imageUrl: entry.limited.imageUrl,
  value: entry.itemValue,
  serialNumber: entry.serialNumber,
  inCustody: entry.inCustody,
});

/** The total value when these are staked: a joiner's may be worth as much and little more. */
export function itemTerms(copies: readonly StakeableCopy[]): {
  readonly own: Minor;
  readonly least: Minor;
  readonly most: Minor;
} {
  const own = valueOfCopies(copies);
  return { own, ...joinerRange(own) };
}

/** Chosen copies as a request names them, each with quantity 1. */
export const betItemsOf = (copies: readonly StakeableCopy[]): BetItem[] =>
  copies.map(({ entry }) => ({ limitedId: entry.limitedId, quantity: 1, inventoryId: entry.id }));

/** Whether a joiner's chosen items are within the allowed value. */
export function fitOf(
  copies: readonly StakeableCopy[],
  creators: Minor,
): { readonly fits: boolean; readonly least: Minor; readonly most: Minor; readonly value: Minor } {
  const { least, most } = joinerRange(creators);
  const value = valueOfCopies(copies);
  return { fits: value >= least && value <= most, least, most, value };
}

/** The copies that the site would pick against a creator's items, or the missing value. */
export function pickedFor(
  copies: readonly StakeableCopy[],
  creators: Minor,
): { readonly picked: readonly StakeableCopy[] } | { readonly missing: Minor } {
  const free = copies.filter(({ bar }) => bar === null);
  const named = new Map<string, StakeableCopy>();
  const known = free.map((one): FreeCopy => {
    const { entry } = one;
    const copy = copyOf(entry.assetId, one.key);
    named.set(copy, one);
    const { serialNumber: serial, id, inCustody } = entry;
    return { copy, serial, id, inCustody, value: readMoney(entry.itemValue) };
  });
  const found = pickCopies(known, creators);
  if ("missing" in found) return found;
  return { picked: found.copies.flatMap((copy) => named.get(copy) ?? []) };
}
