import { z } from "zod";
import {
  arrayQuery,
  endpoint,
  instantText,
  listQuery,
  moneyText,
  page,
  position,
} from "../../kernel/contract.ts";
import { adminPlayerSchema, bareAct, idText, reasonedAct } from "../roles/contract.ts";
import { reviewCalls, reviewFields } from "../roles/review-contract.ts";
import { PROOFS, WITHDRAWAL_STATUSES } from "./rules.ts";

/** A withdrawal as its player sees it. */
export const withdrawalSchema = z.strictObject({
  id: z.string(),
  position,
  userId: z.string(),
  status: z.enum(WITHDRAWAL_STATUSES),
  /** The platform's number of the item. */
  assetId: z.number().int().positive(),
  itemName: z.string(),
  imageUrl: z.string(),
  /** Of the item, in RBX. */
  itemValue: moneyText,
  serialNumber: z.number().int().nullable(),
  /** How it is known that the item has arrived. */
  proof: z.enum(PROOFS).nullable(),
  /** Why it was rejected or returned. */
  adminNotes: z.string().nullable(),
  createdAt: instantText,
  /** When its trade was announced last. */
  sentAt: instantText.nullable(),
  /** When it arrived, or came to an end otherwise. */
  endedAt: instantText.nullable(),
});
export type WithdrawalShown = z.infer<typeof withdrawalSchema>;

/** A withdrawal as reviewers see it. */
export const reviewWithdrawalSchema = withdrawalSchema.extend({
  ...reviewFields,
  /** The copy, by the platform's name. */
  instance: z.string(),
  depositId: z.string(),
  /** The admin sending it, and until when they alone may. */
  trade: z.strictObject({ by: adminPlayerSchema, until: instantText }).nullable(),
  /** Where to send it, once the trade is announced. */
  tradeUrl: z.string().nullable(),
  /** The other player whom the platform showed as holder. */
  seenAt: adminPlayerSchema.nullable(),
});
export type ReviewWithdrawal = z.infer<typeof reviewWithdrawalSchema>;

const params = z.strictObject({ id: idText });
const review = reviewCalls("approved");

/** Calls whose acts need two admins. */
export const withdrawalActEndpoints = {
  completeWithdrawal: endpoint("POST /admin/withdrawals/{id}/complete", "admin", {
    ...reasonedAct,
    summary:
      "Propose to complete a withdrawal whose arrival the platform does not show; a second admin confirms",
    answers: {},
  }),
  returnWithdrawal: endpoint("POST /admin/withdrawals/{id}/return", "admin", {
    ...reasonedAct,
    summary:
      "Propose to return an item to custody, when the house still has it and no trade is open; a second admin confirms",
    answers: {},
  }),
} as const;

export const withdrawalEndpoints = {
  withdrawals: endpoint("GET /items/withdrawals", "player", {
    summary: "The player's own withdrawals of items, newest first",
    query: arrayQuery,
    answers: { 200: z.array(withdrawalSchema) },
  }),
  requestWithdrawal: endpoint("POST /items/withdrawals", "player", {
    summary: "Ask for an item in custody to be sent to the player's platform account; it is held until then",
    makesOne: true,
    asksFactor: true,
    rate: { name: "withdrawal", perSecond: 0.2, burst: 20 },
    body: z.strictObject({
      /** The id of an entry of the inventory; of alike copies the oldest one goes. */
      userLimitedId: z.number("Item is required").int().min(1, "Item is required"),
    }),
    answers: { 200: withdrawalSchema },
  }),
  cancelWithdrawal: endpoint("POST /items/withdrawals/{id}/cancel", "player", {
    ...bareAct(withdrawalSchema),
    summary: "Cancel the player's own withdrawal before it is approved",
  }),
  receiveWithdrawal: endpoint("POST /items/withdrawals/{id}/receive", "player", {
    ...bareAct(withdrawalSchema),
    summary: "Confirm the arrival of a withdrawn item that no sync can show",
  }),
  reviewWithdrawals: endpoint("GET /admin/withdrawals", "admin", {
    summary: "Withdrawals for review: those under way oldest first, others newest first",
    exports: true,
    query: listQuery.extend({ status: z.enum(WITHDRAWAL_STATUSES).optional() }),
    answers: { 200: page(reviewWithdrawalSchema) },
  }),
  claimWithdrawal: endpoint("POST /admin/withdrawals/{id}/claim", "admin", {
    ...review.claim,
    summary: "Claim a withdrawal for review for 15 minutes",
  }),
  approveWithdrawal: endpoint("POST /admin/withdrawals/{id}/approve", "admin", {
    ...review.approve,
    summary: "Approve a withdrawal, which then waits for its trade; valuable items need a second admin",
  }),
  rejectWithdrawal: endpoint("POST /admin/withdrawals/{id}/reject", "admin", {
    ...review.reject,
    summary: "Reject a withdrawal with a note for the player, before it is approved",
  }),
  sendWithdrawal: endpoint("POST /admin/withdrawals/{id}/send", "admin", {
    summary: "Announce the trade before making it; the answer says where to send the item",
    isSensitive: true,
    params,
    body: z.strictObject({}),
    answers: {
      200: z.strictObject({
        id: z.string(),
        status: z.literal("sending"),
        tradeUrl: z.string().nullable(),
        until: instantText,
      }),
    },
  }),
} as const;
