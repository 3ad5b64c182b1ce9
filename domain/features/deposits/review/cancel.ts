import { accept, type Decision, refuse } from "../../../kernel/decision.ts";
import type { Deposit } from "../deposit.ts";
import { depositCancelled } from "../events.ts";
import { UNKNOWN } from "./review.ts";

/** The deposit that a player cancels. */
export interface CancelDeposit {
  readonly playerId: string;
  readonly depositId: string;
}

/**
 * Cancels a pending deposit, as its player may while no admin reviews it. Another player's deposit looks like none.
 * @example cancelDeposit({ playerId, depositId }, { deposit, at }) // DepositCancelled
 */
export function cancelDeposit(
  { playerId, depositId }: CancelDeposit,
  { deposit, at }: { readonly deposit: Deposit; readonly at: number },
): Decision<{ readonly id: string }> {
  if (deposit.status === "absent" || deposit.playerId !== playerId) return { refused: UNKNOWN };
  if (deposit.status !== "pending")
    return refuse("not_pending", `This deposit is already ${deposit.status}.`);
  // An admin may be accepting the trade at this very moment.
  if (deposit.first !== null || (deposit.claim !== null && deposit.claim.until > at))
    return refuse("in_review", "An admin is reviewing this deposit. It can no longer be cancelled.");
  return accept([depositCancelled({ depositId, playerId })], { id: depositId });
}
