import { compareMinor, type Minor, minor, shareRoundedUp } from "../../kernel/money.ts";

/** The least and the most of one cash-out, in cents. */
export const CASHOUT_LEAST: Minor = minor("1.00");
export const CASHOUT_MOST: Minor = minor("10000.00");
/** Open cash-outs of one player. */
export const OPEN_CASHOUTS_MAX = 5;
/** Addresses of one player that are remembered; the ones used longest ago are new again. */
export const TARGETS_MAX = 20;

/**
 * What a cash-out costs: a share of the amount in basis points, within bounds in cents. The verifier recomputes fees by
 * these: a change needs a new version of `CashoutRequested`.
 */
const FEE_SHARE = 200n;
const FEE_LEAST: Minor = minor("0.25");
const FEE_MOST: Minor = minor("20.00");

/** How a cash-out's amount is split, in cents: fees plus net amount. */
export interface CashoutTerms {
  readonly fees: Minor;
  readonly netAmount: Minor;
}

/**
 * What a cash-out costs, fixed when it is asked for.
 * @example cashoutTermsOf(100_00n) // { fees: 200n, netAmount: 98_00n }
 */
export function cashoutTermsOf(amount: Minor): CashoutTerms {
  const share = shareRoundedUp(amount, FEE_SHARE);
  const [fees = share] = [FEE_LEAST, share, FEE_MOST].toSorted(compareMinor).slice(1);
  return { fees, netAmount: amount - fees };
}

export const CASHOUT_STATUSES = [
  "pending",
  "approved",
  "processing",
  "paid",
  "rejected",
  "failed",
  "cancelled",
] as const;
export type CashoutStatus = (typeof CASHOUT_STATUSES)[number];

/** Why money came back from a provider, or never left. */
export const FAILED_CAUSES = [
  "refused",
  "denied",
  "failed",
  "blocked",
  "returned",
  "refunded",
  "reversed",
] as const;
export type FailedCause = (typeof FAILED_CAUSES)[number];

/** Common reasons for rejecting cash-outs, for reviewers to start from. */
export const REJECTION_REASONS = [
  "The address belongs to someone else.",
  "The sales behind this balance are disputed.",
  "We could not confirm that you asked for this.",
] as const;
