import { z } from "zod";
import {
  amountNumber,
  arrayQuery,
  endpoint,
  instantText,
  listQuery,
  moneyText,
  page,
  position,
} from "../../kernel/contract.ts";
import { TRADE_URL_CHARS_MAX } from "../../platform/trade-url.ts";
import { adminPlayerSchema, bareAct, noteText, reasonedAct } from "../roles/contract.ts";
import { reviewCalls, reviewFields } from "../roles/review-contract.ts";
import { AMOUNT_MAX, AMOUNT_MIN, DEPOSIT_TYPES, QUANTITY_MAX } from "./rules.ts";

const type = z.enum(DEPOSIT_TYPES, "Select what to deposit");

const tradeAddress = z.url({ protocol: /^https?$/ }).max(TRADE_URL_CHARS_MAX);

const depositShape = z.strictObject({
  type,
  itemId: z.number().int().positive().nullish(),
  amount: amountNumber.nullish(),
  quantity: z
    .number("Must be a number")
    .int("Must be a whole number")
    .min(1, "Quantity must be at least 1")
    .max(QUANTITY_MAX, `Quantity must be at most ${QUANTITY_MAX}`)
    .default(1),
  tradeUrl: z.unknown().optional(),
});

/**
 * What a deposit asks for. Fields of the other kind of deposit are ignored; only the service knows whether a trade's
 * address is the platform's.
 */
export const depositRequestSchema = depositShape.superRefine((deposit, context) => {
  const wrong = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  const { amount, itemId, quantity, tradeUrl } = deposit;
  if (deposit.type === "roblox_limited") {
    if (itemId == null) wrong("itemId", "Please select a limited item");
    if (!tradeAddress.safeParse(tradeUrl).success) wrong("tradeUrl", "Valid trade URL required");
    return;
  }
  if (amount == null) wrong("amount", "Please enter an amount");
  else if (amount < AMOUNT_MIN) wrong("amount", "Amount must be at least 1");
  else if (amount > AMOUNT_MAX) wrong("amount", `Amount must be at most ${AMOUNT_MAX}`);
  if (quantity !== 1) wrong("quantity", "Quantity is 1 for RBX and TIX");
});

export const DEPOSIT_STATUSES = ["pending", "completed", "rejected", "cancelled", "reversed"] as const;

/** A deposit as its player sees it. */
export const depositSchema = z.strictObject({
  id: z.string(),
  position,
  userId: z.string(),
  type,
  itemId: z.number().int().nullable(),
  amount: moneyText.nullable(),
  quantity: z.number().int(),
  tradeUrl: z.string().nullable(),
  status: z.enum(DEPOSIT_STATUSES),
  depositType: z.literal("trade"),
  gameId: z.null(),
  /** When it was credited. */
  availableAt: instantText.nullable(),
  adminNotes: z.string().nullable(),
  createdAt: instantText,
  updatedAt: instantText,
  limited: z.strictObject({ name: z.string(), imageUrl: z.string(), estimatedValue: moneyText }).nullable(),
  /** Its place among all deposits that wait, from 1; null once it does not. */
  queuePosition: z.number().int().positive().nullable(),
  /** How long reviews took recently, in seconds; null with too few of them, and once the review is over. */
  typicalWaitSeconds: z.number().int().nonnegative().nullable(),
  /** What is still owed, since it was taken back. */
  owed: moneyText.nullable(),
});
export type Deposit = z.infer<typeof depositSchema>;

/** A deposit as reviewers see it. */
export const reviewDepositSchema = depositSchema.extend({
  ...reviewFields,
  reversedBy: adminPlayerSchema.nullable(),
  /** The copies that came, by the platform's names. */
  instances: z.array(z.string()),
});
export type ReviewDeposit = z.infer<typeof reviewDepositSchema>;

const instance = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "Must be a copy's id on the platform");
const review = reviewCalls("completed");

/** Calls whose acts need two admins. */
export const depositActEndpoints = {
  writeDebtOff: endpoint("POST /admin/deposits/{id}/write-off", "admin", {
    ...reasonedAct,
    summary: "Propose to write off the debt of a reversed deposit; a second admin confirms",
    answers: {},
  }),
} as const;

export const depositEndpoints = {
  deposits: endpoint("GET /deposits", "player", {
    summary: "The player's own deposits, newest first",
    query: arrayQuery,
    answers: { 200: z.array(depositSchema) },
  }),
  requestDeposit: endpoint("POST /deposits", "player", {
    summary: "Request a deposit of a currency or of limited items",
    makesOne: true,
    body: depositRequestSchema,
    answers: { 200: depositSchema },
  }),
  cancelDeposit: endpoint("POST /deposits/{id}/cancel", "player", {
    ...bareAct(depositSchema),
    summary: "Cancel the player's own deposit before an admin claims or approves it",
  }),
  reviewDeposits: endpoint("GET /admin/deposits", "admin", {
    summary: "Deposits for review: pending ones oldest first, others newest first",
    exports: true,
    query: listQuery.extend({
      status: z.enum(DEPOSIT_STATUSES).optional(),
      /** 1 for those that wait for the second approval of two. */
      approvals: z.enum(["1"], "Must be 1").optional(),
    }),
    answers: { 200: page(reviewDepositSchema) },
  }),
  claimDeposit: endpoint("POST /admin/deposits/{id}/claim", "admin", {
    ...review.claim,
    summary: "Claim a deposit for review for 15 minutes",
  }),
  approveDeposit: endpoint("POST /admin/deposits/{id}/approve", "admin", {
    ...review.approve,
    summary: "Approve a deposit; large ones need a second admin",
    body: z.strictObject({
      instances: z.array(instance).max(QUANTITY_MAX).optional(),
      note: noteText.optional(),
    }),
  }),
  rejectDeposit: endpoint("POST /admin/deposits/{id}/reject", "admin", {
    ...review.reject,
    summary: "Reject a deposit with a note for the player",
  }),
  reverseDeposit: endpoint("POST /admin/deposits/{id}/reverse", "admin", {
    ...reasonedAct,
    summary: "Reverse a credited deposit",
    answers: {
      200: z.strictObject({
        id: z.string(),
        status: z.literal("reversed"),
        taken: moneyText,
        owed: moneyText,
      }),
    },
  }),
} as const;
