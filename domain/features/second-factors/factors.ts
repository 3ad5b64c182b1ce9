import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { type AdminAct, type AdminAnswer, type AdminContext, refusalOfAct } from "../roles/admin.ts";
import { changesFactors, secondFactorAdded, secondFactorRemoved, secondFactorsReset } from "./events.ts";
import { PASSKEYS_MAX, TOTP } from "./rules.ts";

/** The ids of a player's passkeys, and `TOTP` for an authenticator app. */
export type Factors = { readonly ids: readonly string[] };

export const factorsKind: StreamKind<Factors> = {
  kind: "factors",
  foldVersion: 1,
  initial: { ids: [] },
  evolve: evolveFactors,
};

function evolveFactors(state: Factors, event: RecordedEvent): Factors {
  if (!changesFactors(event)) return state;
  switch (event.type) {
    case "SecondFactorAdded":
      return { ids: [...state.ids, event.payload.factorId] };
    case "SecondFactorRemoved":
      return { ids: state.ids.filter((id) => id !== event.payload.factorId) };
    case "SecondFactorsReset":
      return { ids: [] };
  }
}

/** One factor of a player. */
export interface OneFactor {
  readonly playerId: string;
  readonly factorId: string;
}
export type FactorAnswer = { readonly factorId: string; readonly isFirst: boolean };

/** Adds a passkey or an authenticator app. @param isExpectedFirst whether the caller was let in as having none yet */
export function addFactor(
  { playerId, factorId }: OneFactor,
  { ids }: Factors,
  isExpectedFirst: boolean,
): Decision<FactorAnswer> {
  if (ids.includes(factorId)) return refuse("factor_held", "This factor is already set up.");
  if (isExpectedFirst && ids.length > 0)
    return refuse("step_up_required", "Confirm this with a factor you already have.");
  if (factorId !== TOTP && ids.filter((id) => id !== TOTP).length >= PASSKEYS_MAX)
    return refuse("too_many_passkeys", `You have ${PASSKEYS_MAX} passkeys. Remove one first.`);
  return accept([secondFactorAdded({ playerId, factorId })], { factorId, isFirst: ids.length === 0 });
}

/** Removes a factor. The last one of an admin is removed by another admin alone. */
export function removeFactor(
  { playerId, factorId }: OneFactor,
  { ids }: Factors,
  isAdmin: boolean,
): Decision<{ readonly id: string }> {
  if (!ids.includes(factorId)) return refuse("unknown_factor", "There is no such factor.");
  if (isAdmin && ids.length === 1)
    return refuse(
      "last_factor",
      "An admin needs at least one factor: add another first, or ask another admin.",
    );
  return accept([secondFactorRemoved({ playerId, factorId })], { id: factorId });
}

/** Removes every factor of a player who lost them. Nobody does that for themselves. */
export function resetFactors(
  { actorId: by, playerId, reason }: AdminAct,
  context: AdminContext,
  { ids }: Factors,
): Decision<AdminAnswer> {
  const refusal = refusalOfAct(context);
  if (refusal !== null) return { refused: refusal };
  if (by === playerId) return refuse("own_factors", "You cannot reset your own factors: ask another admin.");
  if (ids.length === 0) return refuse("no_factor", "This player has no second factor.");
  return accept([secondFactorsReset({ playerId, by, reason })], { playerId });
}
