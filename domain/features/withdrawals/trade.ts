import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { goneBy } from "../../ledger/transit/gone.ts";
import { custodyEnded } from "../deposits/events.ts";
import { refusalOfActor } from "../roles/admin.ts";
import { ownOf, unknownOf } from "../roles/review.ts";
import { withdrawalDone, withdrawalReturned, withdrawalSeenElsewhere, withdrawalSent } from "./events.ts";
import { NOUN, ofCopy, ownedBy, type WithdrawContext } from "./request.ts";
import { barOfPlayer, type Review, type ReviewContext } from "./review.ts";
import { type Proof, TRADE_MS } from "./rules.ts";
import type { AskedWithdrawal, Withdrawal } from "./withdrawal.ts";

type Answer = { readonly id: string };
type Refused = { readonly refused: Refusal };

/** Two admins, in what they decide; nulls where nobody has to. */
export interface Settlement {
  readonly by: string | null;
  readonly confirmedBy: string | null;
  readonly reason: string | null;
}
const NOBODY: Settlement = { by: null, confirmedBy: null, reason: null };

/** Whether the copy may be on its way, or there already. */
const isOnItsWay = ({ status }: AskedWithdrawal): boolean => status === "approved" || status === "sending";

/** A withdrawal that may be on its way and is not one of these admins' own, or why it is not. */
function onItsWay(actorIds: readonly string[], withdrawal: Withdrawal): AskedWithdrawal | Refused {
  if (withdrawal.status === "absent") return { refused: unknownOf(NOUN) };
  if (actorIds.includes(withdrawal.playerId)) return { refused: ownOf(NOUN) };
  if (isOnItsWay(withdrawal)) return withdrawal;
  return refuse("not_approved", `This withdrawal is ${withdrawal.status}.`);
}

export type SendAnswer = Answer & {
  readonly status: "sending";
  /** Whom it is sent to, and until when nobody else sends it. */
  readonly playerId: string;
  readonly until: number;
};

/** Announces that an admin sends the copy. One admin at a time, since two trades could both be accepted. */
export function sendWithdrawal(
  { actorId: by, withdrawalId }: Review,
  context: ReviewContext & WithdrawContext,
): Decision<SendAnswer> {
  const refusal = refusalOfActor(context.actor);
  if (refusal !== null) return { refused: refusal };
  const withdrawal = onItsWay([by], context.withdrawal);
  if ("refused" in withdrawal) return withdrawal;
  const { playerId, trade } = withdrawal;
  if (trade !== null && trade.by !== by && trade.until > context.at)
    return refuse("claimed_by_other", "Another admin is sending this item.");
  const bar = barOfPlayer(context);
  if (bar !== null) return { refused: bar };
  const until = context.at + TRADE_MS;
  const sent = withdrawalSent({ withdrawalId, playerId, by, until });
  return accept([sent], { id: withdrawalId, status: "sending", playerId, until });
}

/** The copy leaves the books, and custody. Where it came from another log, that is told. */
function doneBy(
  proof: Proof,
  { withdrawalId, withdrawal }: { readonly withdrawalId: string; readonly withdrawal: AskedWithdrawal },
  settlement = NOBODY,
): readonly NewEvent[] {
  const { copy, depositId } = withdrawal;
  return [
    custodyEnded({ depositId, copy }),
    withdrawalDone({ ...ofCopy(withdrawalId, withdrawal), ...settlement, proof }),
    ...goneBy(depositId, copy),
  ];
}

const NOT_AWAITED = refuse("not_awaited", "This withdrawal is not waiting for a trade.");

/** A copy as the platform showed it. @property seenAt when it was asked, in milliseconds */
export interface Sighting {
  readonly withdrawalId: string;
  /** The player who has it. */
  readonly at: string;
  readonly seenAt: number;
}

/** Records where the platform shows the copy: done at its owner; at another player it cannot be returned. */
export function seeWithdrawn(
  { withdrawalId, at, seenAt }: Sighting,
  withdrawal: Withdrawal,
): Decision<Answer> {
  if (withdrawal.status === "absent" || !isOnItsWay(withdrawal)) return NOT_AWAITED;
  if (seenAt < (withdrawal.approvedAt ?? 0)) return NOT_AWAITED;
  const { playerId } = withdrawal;
  if (at === playerId) return accept([...doneBy("seen", { withdrawalId, withdrawal })], { id: withdrawalId });
  if (withdrawal.isElsewhere) return NOT_AWAITED;
  return accept([withdrawalSeenElsewhere({ withdrawalId, playerId, at, seenAt })], { id: withdrawalId });
}

/** The owner confirms arrival: only they lose by a false word. */
export function receiveWithdrawn(
  { withdrawalId, playerId }: { readonly withdrawalId: string; readonly playerId: string },
  known: Withdrawal,
): Decision<Answer> {
  const withdrawal = ownedBy(playerId, known);
  if ("refused" in withdrawal) return withdrawal;
  if (withdrawal.status !== "sending") return NOT_AWAITED;
  return accept([...doneBy("said", { withdrawalId, withdrawal })], { id: withdrawalId });
}

/** What two admins decide on. */
export interface SettleWithdrawal {
  readonly withdrawalId: string;
  readonly actorId: string;
  readonly confirmedBy: string | null;
  readonly reason: string;
}

/** The withdrawal that two admins settle: neither of them its owner. */
function settledBy(
  { actorId, confirmedBy }: SettleWithdrawal,
  { actor, withdrawal }: Pick<ReviewContext, "actor" | "withdrawal">,
): AskedWithdrawal | Refused {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  return onItsWay(confirmedBy === null ? [actorId] : [actorId, confirmedBy], withdrawal);
}

/** Two admins say that the copy has arrived, where the platform does not show it. */
export function completeWithdrawal(
  command: SettleWithdrawal,
  context: Pick<ReviewContext, "actor" | "withdrawal">,
): Decision<Answer> {
  const withdrawal = settledBy(command, context);
  if ("refused" in withdrawal) return withdrawal;
  const { withdrawalId, actorId: by, confirmedBy, reason } = command;
  const settlement = { by, confirmedBy, reason };
  return accept([...doneBy("admins", { withdrawalId, withdrawal }, settlement)], { id: withdrawalId });
}

/**
 * Two admins say that the house still has the copy and no trade is open: it goes back into custody. Nothing else
 * returns it after its approval, neither a time-out nor a look at the platform: a copy back at the house may be one
 * that somebody else has just deposited. Once it was seen elsewhere, nobody can.
 */
export function returnWithdrawal(
  command: SettleWithdrawal,
  context: Pick<ReviewContext, "actor" | "withdrawal">,
): Decision<Answer> {
  const withdrawal = settledBy(command, context);
  if ("refused" in withdrawal) return withdrawal;
  if (withdrawal.isElsewhere)
    return refuse(
      "copy_left",
      "The platform has shown this item with another player: it has left the house.",
    );
  const { withdrawalId, actorId: by, confirmedBy, reason } = command;
  const returned = withdrawalReturned({ ...ofCopy(withdrawalId, withdrawal), by, confirmedBy, reason });
  return accept([returned], { id: withdrawalId });
}
