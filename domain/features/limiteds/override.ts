import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { formatMinor, type Minor } from "../../kernel/money.ts";
import { type Actor, refusalOfActor } from "../roles/admin.ts";
import { type Catalogue, limitedOf } from "./catalogue.ts";
import { limitedValueOverridden, limitedValueOverrideLifted } from "./events.ts";
import { OVERRIDE_MAX, OVERRIDE_MIN } from "./rules.ts";

/** Who acts upon the value of which item, and why. */
export interface OverrideAct {
  readonly actorId: string;
  /** The item's number at the platform. */
  readonly assetId: number;
  readonly reason: string;
}

/** What such an act stands on. */
export interface OverrideGround {
  readonly actor: Actor;
  readonly catalogue: Catalogue;
}

/** What the item counts for from now on, in minor units as text. */
export type OverrideAnswer = { readonly assetId: number; readonly value: string };

const UNKNOWN = refuse("unknown_limited", "The catalogue has no such item.");

/**
 * Sets what an item counts for, in place of what the market says. Another value may follow at once; newer prices of
 * the market are remembered, and count once the override is lifted.
 * @param act its value in minor units of RBX
 */
export function overrideValue(
  { actorId: by, assetId, reason, value }: OverrideAct & { readonly value: Minor },
  { actor, catalogue }: OverrideGround,
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
  if (known.override === text) return refuse("override_unchanged", "This item has that value already.");
  return accept([limitedValueOverridden({ by, reason, assetId, value: text })], { assetId, value: text });
}

/** Lets an item count for the newest value of the market again. */
export function liftOverride(
  { actorId: by, assetId, reason }: OverrideAct,
  { actor, catalogue }: OverrideGround,
): Decision<OverrideAnswer> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  const known = limitedOf(catalogue, assetId);
  if (known === null) return UNKNOWN;
  if (known.override === null) return refuse("not_overridden", "Nobody has set the value of this item.");
  return accept([limitedValueOverrideLifted({ by, reason, assetId })], { assetId, value: known.value });
}
