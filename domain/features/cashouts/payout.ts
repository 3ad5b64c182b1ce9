import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import { unknownOf } from "../roles/review.ts";
import type { Cashout } from "./cashout.ts";
import { cashoutBegun, cashoutFailed, cashoutPaid, cashoutReversed } from "./events.ts";
import { backOf } from "./request.ts";
import { type ApproveContext, refusalOfPaying } from "./review.ts";
import type { FailedCause } from "./rules.ts";

type Answer = { readonly id: string };

/** Starts paying an approved cash-out, which can no longer be cancelled: the provider may have been asked. */
export function beginPayout(
  { cashoutId, provider }: { readonly cashoutId: string; readonly provider: string },
  context: { readonly cashout: Cashout } & Pick<ApproveContext, "isOpen" | "owes" | "actorOf">,
): Decision<Answer> {
  const { cashout } = context;
  if (cashout.status !== "approved")
    return refuse("not_approved", "This cash-out is not waiting to be paid.");
  const bar = refusalOfPaying(cashout, context);
  if (bar !== null) return { refused: bar };
  return accept([cashoutBegun({ cashoutId, playerId: cashout.playerId, provider })], { id: cashoutId });
}

/** What a provider said of a payout. */
export interface ObservePayout {
  readonly cashoutId: string;
  readonly provider: string;
  readonly reference: string | null;
  /** Under way, paid, or why it failed. */
  readonly outcome: "waiting" | "paid" | FailedCause;
  /** What was sent, in cents; null where nothing was. */
  readonly amount: Minor | null;
  /** What the provider keeps for it. */
  readonly fee: Minor;
}

/**
 * Books what a provider said. A cash-out that waits is paid or fails, one that was paid may come back, and one that
 * came back stays so: readings in any order, repeated or stale, give the same books.
 */
export function observePayout(
  said: ObservePayout,
  { cashout, owes }: { readonly cashout: Cashout; readonly owes: Minor },
): Decision<Answer> {
  const { cashoutId, provider, reference, outcome, amount: sent, fee } = said;
  if (cashout.status === "absent") return { refused: unknownOf("cash-out") };
  const { status, playerId, amount, fees, targetId } = cashout;
  const providerFee = String(fee - BigInt(cashout.providerFee));
  const ending = { cashoutId, playerId, provider, amount, providerFee };
  const answer = { id: cashoutId };
  if (outcome === "waiting") return NOTHING_NEW;
  if (sent !== null && sent !== BigInt(amount) - BigInt(fees))
    return refuse("wrong_amount", "The amount sent is not that of this cash-out.");
  if (outcome === "paid") {
    if (status === "failed") return refuse("paid_after_failed", "This was paid although it had failed.");
    if (status !== "processing" || reference === null) return NOTHING_NEW;
    return accept([cashoutPaid({ ...ending, reference, fees })], answer);
  }
  const back = { ...ending, reference, cause: outcome, debtPaid: backOf(cashout, owes).debtPaid };
  if (status === "processing") return accept([cashoutFailed(back)], answer);
  if (status === "paid") return accept([cashoutReversed({ ...back, fees, targetId })], answer);
  return NOTHING_NEW;
}

const NOTHING_NEW = refuse("nothing_new", "Nothing has changed.");
