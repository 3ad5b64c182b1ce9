import type { Copy } from "../../accounts/item.ts";
import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import { keepsInCustody } from "../deposits/custody.ts";
import type { Deposit } from "../deposits/deposit.ts";
import { refusalOfOwing } from "../deposits/depositor.ts";
import type { Purchase } from "../purchases/purchase.ts";
import { unknownOf } from "../roles/review.ts";
import { withdrawalCancelled, withdrawalRequested } from "./events.ts";
import { OPEN_WITHDRAWALS_MAX } from "./rules.ts";
import type { AskedWithdrawal, Withdrawal } from "./withdrawal.ts";
import { withdrawer } from "./withdrawer.ts";

/** What it is called in refusals. */
export const NOUN = "withdrawal";

export interface RequestWithdrawal {
  readonly withdrawalId: string;
  readonly playerId: string;
  readonly copy: Copy;
  /** Only a hint: the deposit itself decides. */
  readonly depositId: string;
}

/** What every step towards a trade depends on, as of the head. */
export interface WithdrawContext {
  readonly player: Player;
  /** What the player owes in dollars, in cents. */
  readonly owes: Minor;
  /** Whether withdrawals are taken and approved at the moment. */
  readonly isOpen: boolean;
  /** The purchase that delivered the copy last, as far as one is known that its seller was not paid for. */
  readonly purchase: Purchase;
}

export interface RequestContext extends WithdrawContext {
  readonly deposit: Deposit;
  /** Whether the player can dispose of the copy: not staked, listed or in a withdrawal. */
  readonly isFree: boolean;
}

type Answer = { readonly id: string };

/** Why a copy that is not free cannot be withdrawn. */
export const NOT_FREE: Refusal = {
  code: "copies_not_free",
  detail: "This item is in a game, listed, already on its way or not yours to withdraw at the moment.",
};

/**
 * Why no copy can go to a player; null when it can. Suspended and self-excluded players still get their items back: the
 * review checks who asks. Bought copies stay until their seller is paid, since until then the purchase can be undone.
 */
export function refusalOfWithdrawal({ player, owes, isOpen, purchase }: WithdrawContext): Refusal | null {
  if (player.status === "absent") return { code: "unknown_player", detail: "There is no such player." };
  if (!isOpen)
    return {
      code: "withdrawals_closed",
      detail: "Withdrawals are closed at the moment. Your items stay yours.",
    };
  const owing = refusalOfOwing(player, owes, "withdraw items");
  if (owing !== null) return owing;
  if (purchase.status !== "delivered") return null;
  const detail = "This item was bought in the shop. It can be withdrawn once its seller has been paid.";
  return { code: "purchase_unsettled", detail };
}

/** Asks for a copy in custody to be sent at the platform. It is held at once, and in nothing else until then. */
export function requestWithdrawal(command: RequestWithdrawal, context: RequestContext): Decision<Answer> {
  const { copy, depositId, playerId, withdrawalId } = command;
  const bar = refusalOfWithdrawal(context);
  if (bar !== null) return { refused: bar };
  if (!context.isFree) return { refused: NOT_FREE };
  if (!keepsInCustody(context.deposit, copy))
    return refuse("not_in_custody", "We do not hold this item: it is already on the platform.");
  const { player } = context;
  if (player.status === "registered" && withdrawer.of(player).open >= OPEN_WITHDRAWALS_MAX)
    return refuse("too_many_open", `${OPEN_WITHDRAWALS_MAX} of your withdrawals are already under way.`);
  return accept([withdrawalRequested({ withdrawalId, playerId, copy, depositId })], { id: withdrawalId });
}

/** A withdrawal with its own id, as events name it. */
export const ofCopy = (withdrawalId: string, { playerId, copy }: AskedWithdrawal) => ({
  withdrawalId,
  playerId,
  copy,
});

/** A player's own withdrawal; another player's is as unknown as none. */
export function ownedBy(
  playerId: string,
  withdrawal: Withdrawal,
): AskedWithdrawal | { readonly refused: Refusal } {
  const isOwn = withdrawal.status !== "absent" && withdrawal.playerId === playerId;
  return isOwn ? withdrawal : { refused: unknownOf(NOUN) };
}

/** Cancels a withdrawal, as its player may until it is approved. */
export function cancelWithdrawal(
  { withdrawalId, playerId }: Pick<RequestWithdrawal, "withdrawalId" | "playerId">,
  known: Withdrawal,
): Decision<Answer> {
  const withdrawal = ownedBy(playerId, known);
  if ("refused" in withdrawal) return withdrawal;
  if (withdrawal.status !== "pending")
    return refuse("not_pending", `This withdrawal is already ${withdrawal.status}.`);
  return accept([withdrawalCancelled(ofCopy(withdrawalId, withdrawal))], { id: withdrawalId });
}
