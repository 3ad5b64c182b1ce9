import { z } from "zod";
import {
  amountNumber,
  arrayQuery,
  emailText,
  endpoint,
  instantText,
  listQuery,
  moneyText,
  page,
  position,
} from "../../kernel/contract.ts";
import { bareAct } from "../roles/contract.ts";
import { reviewCalls, reviewFields } from "../roles/review-contract.ts";
import { CASHOUT_STATUSES, FAILED_CAUSES } from "./rules.ts";

/** A cash-out as its player sees it. */
export const cashoutSchema = z.strictObject({
  id: z.string(),
  position,
  userId: z.string(),
  amount: moneyText,
  currency: z.literal("usd"),
  fees: moneyText,
  netAmount: moneyText,
  status: z.enum(CASHOUT_STATUSES),
  /** Empty once the player's personal data were erased. */
  paypalEmail: z.string(),
  /** What PayPal calls the payout. */
  paypalOrderId: z.string().nullable(),
  /** Why it was rejected. */
  adminNotes: z.string().nullable(),
  failedCause: z.enum(FAILED_CAUSES).nullable(),
  /** When it can be approved: an address has to be known for a while. */
  payableFrom: instantText,
  createdAt: instantText,
  /** When it was paid, or came to an end otherwise. */
  processedAt: instantText.nullable(),
});
export type CashoutShown = z.infer<typeof cashoutSchema>;

/** A cash-out as reviewers see it. */
export const reviewCashoutSchema = cashoutSchema.extend({
  ...reviewFields,
  /** Why it has not been paid since its approval. */
  trouble: z.string().nullable(),
});
export type ReviewCashout = z.infer<typeof reviewCashoutSchema>;

const review = reviewCalls("approved");

export const cashoutEndpoints = {
  cashouts: endpoint("GET /cashouts", "player", {
    summary: "The player's own cash-outs, newest first",
    query: arrayQuery,
    answers: { 200: z.array(cashoutSchema) },
  }),
  ownDollarDebt: endpoint("GET /cashouts/debt", "player", {
    summary: "What the player owes in dollars; it is paid first",
    answers: { 200: z.strictObject({ owed: moneyText }) },
  }),
  requestCashout: endpoint("POST /cashouts", "player", {
    summary: "Request a payout in dollars; the amount is held until it is paid or returned",
    makesOne: true,
    isSensitive: true,
    rate: { name: "cashout", perSecond: 0.1, burst: 10 },
    body: z.strictObject({
      amount: amountNumber,
      currency: z.literal("usd", "Must be usd"),
      paypalEmail: emailText("PayPal email address required"),
    }),
    answers: { 200: cashoutSchema },
  }),
  cancelCashout: endpoint("POST /cashouts/{id}/cancel", "player", {
    ...bareAct(cashoutSchema),
    summary: "Cancel the player's own cash-out before it is approved",
  }),
  reviewCashouts: endpoint("GET /admin/cashouts", "admin", {
    summary: "Cash-outs for review: pending ones oldest first, others newest first",
    exports: true,
    query: listQuery.extend({ status: z.enum(CASHOUT_STATUSES).optional() }),
    answers: { 200: page(reviewCashoutSchema) },
  }),
  claimCashout: endpoint("POST /admin/cashouts/{id}/claim", "admin", {
    ...review.claim,
    summary: "Claim a cash-out for review for 15 minutes",
  }),
  approveCashout: endpoint("POST /admin/cashouts/{id}/approve", "admin", {
    ...review.approve,
    summary: "Approve a cash-out, which is then paid; large ones need a second admin",
  }),
  rejectCashout: endpoint("POST /admin/cashouts/{id}/reject", "admin", {
    ...review.reject,
    summary: "Reject a cash-out with a note for the player, before it is sent to a provider",
  }),
} as const;
