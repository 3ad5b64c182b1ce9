import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import { instantOf } from "../../kernel/time.ts";
import {
  type ApprovalContext,
  approvalOf,
  type ClaimAnswer,
  claimed,
  type ReviewAnswer,
  underReview,
} from "../roles/review.ts";
import type { AskedCashout, Cashout } from "./cashout.ts";
import { cashouter } from "./cashouter.ts";
import { cashoutApproved, cashoutClaimed, cashoutFirstApproved, cashoutRejected } from "./events.ts";
import { backOf, PAYOUTS_CLOSED, refusalOfPayee } from "./request.ts";

/** The cash-out under review. */
export interface Review {
  readonly actorId: string;
  readonly cashoutId: string;
}

/** What every review depends on. */
export interface ReviewContext extends Pick<ApprovalContext, "actor" | "at"> {
  readonly cashout: Cashout;
}

/** What it is called in refusals. */
const NOUN = "cash-out";

const reviewedBy = ({ actorId }: Review, context: ReviewContext) =>
  underReview(actorId, context, { noun: NOUN, reviewed: context.cashout });

/** Takes a cash-out for review. */
export function claimCashout(review: Review, context: ReviewContext): Decision<ClaimAnswer> {
  const cashout = reviewedBy(review, context);
  if ("refused" in cashout) return cashout;
  const { actorId: by, cashoutId } = review;
  return claimed(cashoutId, { at: context.at, first: cashout.first }, (until) =>
    cashoutClaimed({ cashoutId, by, until }),
  );
}

/** Rejects a cash-out, also an approved one before the provider is asked. The held money is returned. */
export function rejectCashout(
  review: Review & { readonly note: string },
  context: ReviewContext & { readonly owes: Minor },
): Decision<ReviewAnswer> {
  const { cashout: known } = context;
  // An approval by mistake can be taken back while nothing has left.
  const waits: Cashout = known.status === "approved" ? { ...known, status: "pending", claim: null } : known;
  const cashout = reviewedBy(review, { ...context, cashout: waits });
  if ("refused" in cashout) return cashout;
  const { actorId: by, cashoutId, note } = review;
  const rejected = cashoutRejected({ cashoutId, ...backOf(cashout, context.owes), by, note });
  return accept([rejected], { id: cashoutId, status: "rejected", approvals: 0 });
}

export interface ApproveContext extends ReviewContext, ApprovalContext {
  readonly isOpen: boolean;
  /** What the player owes, in cents. */
  readonly owes: Minor;
  /** Above this a second admin has to approve too, in cents. */
  readonly secondApprovalAbove: Minor;
}

/** Approves a cash-out, which is then paid; one that is large waits for a second admin. */
export function approveCashout(review: Review, context: ApproveContext): Decision<ReviewAnswer> {
  const cashout = reviewedBy(review, context);
  if ("refused" in cashout) return cashout;
  const { actorId: by, cashoutId } = review;
  const { playerId, amount, payableFrom } = cashout;
  const bar = refusalOfPaying(cashout, context);
  if (bar !== null) return { refused: bar };
  if (context.at < payableFrom) {
    const until = instantOf(payableFrom);
    const detail = `This address is new: a cash-out to it can be approved from ${until} on.`;
    return refuse("target_too_new", detail, { payableFrom: until });
  }
  const approval = approvalOf(
    { by, playerId, value: BigInt(amount) },
    { ...context, first: cashout.first },
    { above: context.secondApprovalAbove, countedOf: cashouter.of.bind(cashouter) },
  );
  if ("refused" in approval) return approval;
  const { isLast, firstBy, approvals } = approval;
  if (!isLast)
    return accept([cashoutFirstApproved({ cashoutId, by })], { id: cashoutId, status: "pending", approvals });
  const approved = cashoutApproved({ cashoutId, playerId, by, firstBy, amount });
  return accept([approved], { id: cashoutId, status: "approved", approvals });
}

/** Why a cash-out cannot be paid now; null if it can. Checked at the approval and at the payment. */
export function refusalOfPaying(
  { playerId }: AskedCashout,
  { isOpen, owes, actorOf }: Pick<ApproveContext, "isOpen" | "owes" | "actorOf">,
): Refusal | null {
  if (!isOpen) return PAYOUTS_CLOSED;
  const { player } = actorOf(playerId);
  if (player.status === "absent") return { code: "unknown_player", detail: "There is no such player." };
  const bar = refusalOfPayee(player, owes);
  return bar === null
    ? null
    : { code: "payee_barred", detail: `Its player cannot be paid: ${BARS[bar.code] ?? bar.code}.` };
}

const BARS: { readonly [code: string]: string } = {
  suspended: "the account is suspended",
  debt_open: "a debt is unpaid",
};
