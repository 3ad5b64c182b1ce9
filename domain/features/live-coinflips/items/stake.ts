import { z } from "zod";
import { type Account, type Asset, type Currency, isCurrency } from "../../../accounts/account.ts";
import { type Copy, isCopy } from "../../../accounts/item.ts";
import type { ItemsStaked } from "../../../accounts/items-staked.ts";
import { asset } from "../../../accounts/payload.ts";
import type { Participant } from "../../../fairness/rt1.ts";
import type { Refusal } from "../../../kernel/decision.ts";
import type { Immutable } from "../../../kernel/events/event-definition.ts";
import { moneyMinorText } from "../../../kernel/events/payload.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import type { Minor } from "../../../kernel/money.ts";
import { move, type Posting } from "../../../ledger/posting.ts";
import { STAKED_ITEMS_MAX } from "../rules.ts";

/**
 * Assets at stake, each an amount of a currency or a copy of an item. Amounts are minor units (1 for a copy) and values
 * minor units of RBX as of the stake; a currency counts as itself.
 */
export const stakeSchema = z.array(
  z.strictObject({
    asset,
    amount: moneyMinorText,
    value: moneyMinorText,
    /** Of a copy: whether the house had it in custody when it was staked. Absent for a currency. */
    inCustody: z.boolean().exactOptional(),
  }),
);

/** What a side of a game has at stake. */
export type Stake = Immutable<z.infer<typeof stakeSchema>>;

/** A stake in a currency. @param amount minor units */
export const currencyStake = (asset: Currency, amount: Minor): Stake => [
  { asset, amount: String(amount), value: String(amount) },
];

/** What stakes are worth in all, in minor units. */
export const valueOfStakes = (stakes: Stake): Minor =>
  stakes.reduce((sum, { value }) => sum + BigInt(value), 0n);

/** The copies at stake; none in a currency. */
export const copiesAtStake = (stakes: Stake): readonly Copy[] =>
  stakes.flatMap(({ asset }) => (isCopy(asset) ? [asset] : []));

/** The currency of a stake; null where items are staked. */
export function currencyOfStakes(stakes: Stake): Currency | null {
  const asset = stakes[0]?.asset;
  return asset !== undefined && isCurrency(asset) ? asset : null;
}

/** What staking items depends on: the player's free copies, and which copies can be staked at all. */
export interface ItemsContext {
  readonly holding: (asset: Asset) => bigint;
  readonly itemsStaked: ItemsStaked;
}

/** The copies at stake that were not in custody when they were staked. */
export const copiesOnSight = (stakes: Stake): readonly Asset[] =>
  stakes.flatMap(({ asset, inCustody }) => (isCurrency(asset) || inCustody === true ? [] : [asset]));

/** Why somebody cannot stake these items; null when they can. */
export function refusalOfItems(stakes: Stake, { holding, itemsStaked }: ItemsContext): Refusal | null {
  if (stakes.length === 0 || stakes.length > STAKED_ITEMS_MAX)
    return { code: "too_many_items", detail: `Stake 1 to ${STAKED_ITEMS_MAX} items.` };
  const missing = stakes.find(({ asset, amount }) => holding(asset) < BigInt(amount));
  if (missing !== undefined)
    return { code: "items_not_free", detail: "Some of these items are not yours to stake at the moment." };
  const onSight = itemsStaked === "custody" ? copiesOnSight(stakes) : [];
  if (onSight.length === 0) return null;
  const detail = `Only deposited items can be staked. Deposit these first, on the Deposits page: ${onSight.map(copyText).join(", ")}.`;
  return { code: "items_not_in_custody", detail, facts: { copies: onSight } };
}

/** A copy in words. @example copyText("item:101:7") // "item 101, copy 7" */
export const copyText = (copy: Asset): string => {
  const [, item, instance] = copy.split(":");
  return `item ${item}, copy ${instance}`;
};

/** Stakes as version 1 of their events wrote them, without custody, which counts as none. */
export const stakesFrom1 = (stakes: readonly JsonObject[]): readonly JsonObject[] =>
  stakes.map((staked) => (isCopy(String(staked.asset)) ? { ...staked, inCustody: false } : staked));

/** Moves every staked asset whole from one account to another. */
export const moveStakes = (stakes: Stake, from: Account, to: Account): readonly Posting[] =>
  stakes.flatMap(({ asset, amount }) => move({ from, to, asset, amount: BigInt(amount) }));

/** The platform's names of the copies at stake; none for a currency. */
const instancesOf = (stakes: Stake): readonly string[] =>
  stakes.flatMap(({ asset }) => (isCurrency(asset) ? [] : [asset.slice(asset.lastIndexOf(":") + 1)]));

/** One side of a game as its result depends on it. @param seq 0 for the creator, 1 for the joiner */
export const participantOf = (
  seq: 0 | 1,
  side: { readonly playerId: string; readonly clientSeed: string; readonly stakes: Stake },
): Participant => ({
  seq,
  playerId: side.playerId,
  clientSeed: side.clientSeed,
  stake: valueOfStakes(side.stakes),
  instances: instancesOf(side.stakes),
});
