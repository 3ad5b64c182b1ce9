import { assetIdOf, type Copy } from "../../../accounts/item.ts";
import { type Refusal, refuse } from "../../../kernel/decision.ts";
import { BASIS_POINTS, groupedMinor, type Minor } from "../../../kernel/money.ts";
import { type Catalogue, limitedOf, stakeValueOf } from "../../limiteds/catalogue.ts";
import type { BetItem } from "../contract.ts";
import type { Stake } from "./stake.ts";

/** A copy that a player may stake, as the inventory lists it: worth `value` minor units of RBX. */
export interface FreeCopy {
  readonly copy: Copy;
  readonly serial: number | null;
  /** Its whole number in the inventory; alike copies without a serial number go by that of the oldest. */
  readonly id: number;
  readonly value: Minor;
  readonly inCustody: boolean;
}

/** The joiner stakes items worth at least as much as the creator's, and at most this share of it. */
const JOINER_MOST = 11_000n;

/** The total value a joiner's items may have against a creator's. */
export const joinerRange = (creators: Minor): { readonly least: Minor; readonly most: Minor } => ({
  least: creators,
  most: (creators * JOINER_MOST) / BASIS_POINTS,
});

/**
 * Whether a creator's items still have about the value they were staked at, within a joiner's tolerance: otherwise a
 * joiner would stake against an outdated value.
 * @param now what they can be staked at now; null without a value that counts
 */
export const isStillWorth = (staked: Minor, now: Minor | null): boolean =>
  now !== null && now <= joinerRange(staked).most && staked <= joinerRange(now).most;

export const VALUES_CHANGED = refuse(
  "values_changed",
  "The value of these items has changed. Their owner can open the coinflip again.",
);

/** Why a joiner's items do not match a creator's by what they are worth; null where they do. */
export function refusalOfRange(theirs: Minor, value: Minor): Refusal | null {
  const { least, most } = joinerRange(theirs);
  if (value >= least && value <= most) return null;
  const [from, to] = [groupedMinor(least), groupedMinor(most)];
  const by = groupedMinor(value < least ? least - value : value - most);
  const detail = `Stake items worth ${from} to ${to}: yours are worth ${groupedMinor(value)}, off by ${by}.`;
  return { code: "items_do_not_match", detail };
}

/** The same, and that the creator's are worth still what they were staked at. @param now null without a value */
export const refusalOfMatch = (theirs: Minor, value: Minor, now: Minor | null): Refusal | null =>
  isStillWorth(theirs, now) ? refusalOfRange(theirs, value) : VALUES_CHANGED.refused;

/** A bet on items that the free copies cannot cover, and how many were left for it. */
export interface UnmetBet {
  readonly bet: BetItem;
  readonly left: number;
  /** Whether the request meant the same copies before. */
  readonly isRepeated: boolean;
}

/**
 * The copies that a request means: those of the entry it names; otherwise first those without a serial number, then the
 * highest serial numbers, which are worth least.
 * @returns each copy once, or the first bet for which there are not enough free ones
 */
export function chooseCopies(
  bets: readonly BetItem[],
  free: readonly FreeCopy[],
): { readonly copies: readonly Copy[] } | { readonly unmet: UnmetBet } {
  const mine = [...free].sort(byStakingOrder);
  const chosen = new Set<FreeCopy>();
  for (const bet of bets) {
    const fitting = mine.filter(meantBy(bet, mine));
    const left = fitting.filter((one) => !chosen.has(one));
    if (left.length < bet.quantity) {
      const isRepeated = fitting.length >= bet.quantity;
      return { unmet: { bet, left: left.length, isRepeated } };
    }
    for (const one of left.slice(0, bet.quantity)) chosen.add(one);
  }
  return { copies: [...chosen].map(({ copy }) => copy) };
}

function meantBy({ limitedId, inventoryId }: BetItem, mine: readonly FreeCopy[]) {
  const named = mine.find(({ id }) => id === inventoryId);
  return ({ copy, serial, id, inCustody }: FreeCopy): boolean =>
    assetIdOf(copy) === limitedId &&
    // An entry of copies without a serial number stands for all alike.
    (inventoryId === undefined ||
      id === inventoryId ||
      (named?.serial === null && serial === null && named.inCustody === inCustody));
}

/** What is known of a player's other items, to explain why a bet cannot be covered. */
export interface UnmetContext {
  readonly isListed: boolean;
  /** The item of the entry that the bet names; null when the player has no such entry. */
  readonly entryOf: number | null;
  /** How many of the meant copies the player has in games, or sees at the platform while somebody else holds them. */
  readonly inPlay: number;
}

/** Why items cannot be staked, in words for the player. */
export function refusalOfBet({ bet, left, isRepeated }: UnmetBet, context: UnmetContext): Refusal {
  const { limitedId, quantity, inventoryId } = bet;
  const refusal = (code: string, detail: string): Refusal => ({ code, detail });
  if (!context.isListed) return refusal("item_not_listed", `There is no item ${limitedId} in the catalogue.`);
  if (inventoryId !== undefined && context.entryOf === null)
    return refusal("not_your_entry", `There is no entry ${inventoryId} in your inventory.`);
  if (inventoryId !== undefined && context.entryOf !== limitedId) {
    const detail = `The entry ${inventoryId} of your inventory is item ${context.entryOf}, not ${limitedId}.`;
    return refusal("other_item", detail);
  }
  if (isRepeated) {
    return refusal(
      "item_repeated",
      `Item ${limitedId} is named more often than you have free copies that fit.`,
    );
  }
  if (left + context.inPlay === 0) return refusal("item_not_owned", `You have no copy of item ${limitedId}.`);
  if (context.inPlay > 0) {
    const detail = `Of item ${limitedId} you have ${left} free and ${context.inPlay} in play; ${quantity} are asked for.`;
    return refusal("items_in_play", detail);
  }
  return refusal(
    "not_enough_copies",
    `You have ${left} free of item ${limitedId}; ${quantity} are asked for.`,
  );
}

function byStakingOrder(a: FreeCopy, b: FreeCopy): number {
  if (a.serial !== b.serial) {
    if (a.serial === null) return -1;
    if (b.serial === null) return 1;
    return b.serial - a.serial;
  }
  return a.id - b.id;
}

/** What copies are valued by: the catalogue, the time in milliseconds, and which of them are in custody. */
export interface ValueContext {
  readonly catalogue: Catalogue;
  readonly at: number;
  readonly isInCustody: (copy: Copy) => boolean;
}

/** The stakes that copies make at their values now; refused when one is not listed, or has no value that counts. */
export function stakesOfCopies(
  copies: readonly Copy[],
  { catalogue, at, isInCustody }: ValueContext,
): { readonly stakes: Stake } | { readonly refused: Refusal } {
  const stakes: Stake[number][] = [];
  for (const copy of copies) {
    const assetId = assetIdOf(copy);
    const item = limitedOf(catalogue, assetId);
    if (item === null) return refuse("items_not_listed", "Some of these items are not in the catalogue.");
    const value = stakeValueOf(item, at);
    if (value === null) {
      const detail = `Item ${assetId} has too few recent prices to be staked. An admin can set its value.`;
      return refuse("item_not_valued", detail, { limitedId: assetId });
    }
    stakes.push({ asset: copy, amount: "1", value: String(value), inCustody: isInCustody(copy) });
  }
  return { stakes };
}
