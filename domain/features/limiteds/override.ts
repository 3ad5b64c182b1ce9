import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { formatMinor, type Minor } from "../../kernel/money.ts";
import { type Actor, type Confirmable, refusalOfActor } from "../roles/admin.ts";
import {
  type Catalogue,
  type CataloguedLimited,
  limitedOf,
  pastOf,
  stakeValueOf,
  valueInForce,
} from "./catalogue.ts";
import { limitedValueOverridden, limitedValueOverrideLifted } from "./events.ts";
import { isFarFromAny, OVERRIDE_MAX, OVERRIDE_MIN, PAST_VALUES_MAX } from "./rules.ts";

/** The admin, the item, and the reason. */
export interface OverrideAct extends Confirmable {
  readonly actorId: string;
  /** The item's number at the platform. */
  readonly assetId: number;
  readonly reason: string;
}

/** What such an act depends on. */
export interface OverrideContext {
  readonly actor: Actor;
  readonly catalogue: Catalogue;
}

/** What the item counts for from now on, in minor units as text. */
export type OverrideAnswer = { readonly assetId: number; readonly value: string };

/**
 * Whether a value differs by more than half from the market's, the current one, or any in force within a day, so that
 * many small steps count as one.
 * @param at milliseconds
 */
export function changesByMoreThanHalf(value: Minor, item: CataloguedLimited, at: number): boolean {
  const past = pastOf(item, at);
  if (past.length >= PAST_VALUES_MAX) return true;
  const references = [BigInt(item.value), valueInForce(item), ...past.map((one) => BigInt(one.value))];
  return isFarFromAny(value, references);
}

/**
 * Whether setting a value needs two admins: for a change by more than half, or the first stakeable value of an item,
 * whatever a thin market says.
 * @param at milliseconds
 */
export const needsTwoToSet = (value: Minor, item: CataloguedLimited, at: number): boolean =>
  stakeValueOf(item, at) === null || changesByMoreThanHalf(value, item, at);

/** How far an item's value may move, in percent, while a change waits to be confirmed. */
const MOVED_MAX_PERCENT = 10n;

/** Whether an item's value is close to what an admin saw. Both in minor units. */
export const isNear = (now: Minor, seen: Minor): boolean =>
  100n * (now > seen ? now - seen : seen - now) <= MOVED_MAX_PERCENT * seen;

const UNKNOWN = refuse("unknown_limited", "The catalogue has no such item.");

/**
 * Overrides an item's market value. Another value may follow at once; newer market prices are remembered, and apply
 * once the override is lifted.
 * @param act its value in minor units of RBX
 */
export function overrideValue(
  { actorId: by, assetId, reason, value, confirmedBy = null }: OverrideAct & { readonly value: Minor },
  { actor, catalogue }: OverrideContext,
): Decision<OverrideAnswer> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  if (value < OVERRIDE_MIN || value > OVERRIDE_MAX) {
    const [from, to] = [formatMinor(OVERRIDE_MIN), formatMinor(OVERRIDE_MAX)];
    return refuse("value_out_of_range", `A value is ${from} to ${to}.`);
  }
  const known = limitedOf(catalogue, assetId);
  if (known === null) return UNKNOWN;
  const text = String(value);
  if (known.override === text) return refuse("override_unchanged", "This item already has that value.");
  return accept([limitedValueOverridden({ by, reason, assetId, value: text, confirmedBy })], {
    assetId,
    value: text,
  });
}

/** Returns an item to its newest market value. */
export function liftOverride(
  { actorId: by, assetId, reason, confirmedBy = null }: OverrideAct,
  { actor, catalogue }: OverrideContext,
): Decision<OverrideAnswer> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  const known = limitedOf(catalogue, assetId);
  if (known === null) return UNKNOWN;
  if (known.override === null) return refuse("not_overridden", "Nobody has set the value of this item.");
  return accept([limitedValueOverrideLifted({ by, reason, assetId, confirmedBy })], {
    assetId,
    value: known.value,
  });
}
