import { DAY_MS } from "../../kernel/time.ts";

/** Withdrawals of one player that are under way at a time. */
export const OPEN_WITHDRAWALS_MAX = 20;
/** How long a trade belongs to its sender alone, in milliseconds: longer than an offer stays open at the platform. */
export const TRADE_MS = 7 * DAY_MS;

export const WITHDRAWAL_STATUSES = [
  "pending",
  "approved",
  "sending",
  "done",
  "rejected",
  "cancelled",
  "returned",
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** How it is known that a copy has arrived: the platform showed it, its owner said so, or two admins did. */
export const PROOFS = ["seen", "said", "admins"] as const;
export type Proof = (typeof PROOFS)[number];

/** Common reasons for rejecting withdrawals, for reviewers to start from. */
export const REJECTION_REASONS = [
  "Your platform account cannot receive trades. Turn trading on and ask again.",
  "The item is on hold on the platform. Ask again once it can be traded.",
  "We could not confirm that you asked for this.",
] as const;
