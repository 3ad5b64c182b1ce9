import { accept, type Decision, type Refusal } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import {
  type ApprovalContext,
  approvalOf,
  type ClaimAnswer,
  claimed,
  type ReviewAnswer,
  underReview,
} from "../roles/review.ts";
import {
  withdrawalApproved,
  withdrawalClaimed,
  withdrawalFirstApproved,
  withdrawalRejected,
} from "./events.ts";
import { NOUN, ofCopy, refusalOfWithdrawal, type WithdrawContext } from "./request.ts";
import type { Withdrawal } from "./withdrawal.ts";
import { withdrawer } from "./withdrawer.ts";

/** The withdrawal under review. */
export interface Review {
  readonly actorId: string;
  readonly withdrawalId: string;
}

/** What every review depends on. */
export interface ReviewContext extends Pick<ApprovalContext, "actor" | "at"> {
  readonly withdrawal: Withdrawal;
}

const reviewedBy = ({ actorId }: Review, context: ReviewContext) =>
  underReview(actorId, context, { noun: NOUN, reviewed: context.withdrawal });

/** Takes a withdrawal for review. */
export function claimWithdrawal(review: Review, context: ReviewContext): Decision<ClaimAnswer> {
  const withdrawal = reviewedBy(review, context);
  if ("refused" in withdrawal) return withdrawal;
  const { actorId: by, withdrawalId } = review;
  return claimed(withdrawalId, { at: context.at, first: withdrawal.first }, (until) =>
    withdrawalClaimed({ withdrawalId, by, until }),
  );
}

/** Rejects a withdrawal, with a note for the player. One that was approved may be on its way: two admins return it. */
export function rejectWithdrawal(
  review: Review & { readonly note: string },
  context: ReviewContext,
): Decision<ReviewAnswer> {
  const withdrawal = reviewedBy(review, context);
  if ("refused" in withdrawal) return withdrawal;
  const { actorId: by, withdrawalId, note } = review;
  const rejected = withdrawalRejected({ ...ofCopy(withdrawalId, withdrawal), by, note });
  return accept([rejected], { id: withdrawalId, status: "rejected", approvals: 0 });
}

export interface ApproveContext extends ReviewContext, ApprovalContext, WithdrawContext {
  /** What the copy counts as, in minor units of RBX; null for an item without a value. */
  readonly value: Minor | null;
  /** Above this a second admin has to approve too. */
  readonly secondApprovalAbove: Minor;
}

/** Approves a withdrawal, which then waits for its trade. Items worth much, or of unknown worth, need two admins. */
export function approveWithdrawal(review: Review, context: ApproveContext): Decision<ReviewAnswer> {
  const withdrawal = reviewedBy(review, context);
  if ("refused" in withdrawal) return withdrawal;
  const bar = barOfPlayer(context);
  if (bar !== null) return { refused: bar };
  const { actorId: by, withdrawalId } = review;
  const { playerId } = withdrawal;
  const value = context.value ?? 0n;
  const approval = approvalOf(
    { by, playerId, value, needsTwo: context.value === null },
    { ...context, first: withdrawal.first },
    { above: context.secondApprovalAbove, countedOf: withdrawer.of.bind(withdrawer) },
  );
  if ("refused" in approval) return approval;
  const { isLast, firstBy, approvals } = approval;
  const events = isLast
    ? [withdrawalApproved({ withdrawalId, playerId, by, firstBy, value: String(value) })]
    : [withdrawalFirstApproved({ withdrawalId, by })];
  return accept(events, { id: withdrawalId, status: isLast ? "approved" : "pending", approvals });
}

/** Why nothing is sent to a player, told to an admin. */
export function barOfPlayer(context: WithdrawContext): Refusal | null {
  const bar = refusalOfWithdrawal(context);
  if (bar?.code !== "debt_open") return bar;
  return { code: "payee_barred", detail: "The player has an unpaid debt." };
}
