import { z } from "zod";
import { endpoint, instantText, moneyText } from "../../kernel/contract.ts";

const PROVIDERS = ["stripe", "paypal", "btcpay"] as const;
/**
 * What can differ: a payment that is not ours, one of ours that is missing, or another amount received, refunded,
 * disputed, paid out or kept as a fee.
 */
export const DIFFERENCES = ["unknown", "missing", "amount", "refunded", "taken", "payout", "fee"] as const;

const openSchema = z.strictObject({
  paymentId: z.string(),
  purpose: z.string(),
  provider: z.enum(PROVIDERS),
  /** What the provider calls it. */
  reference: z.string(),
  received: moneyText,
  createdAt: instantText,
  expiresAt: instantText,
  /** When it was given up; null while it was not. */
  closedAt: instantText.nullable(),
  /** When it is read next without a webhook. */
  dueAt: instantText,
});
const hintSchema = z.strictObject({
  provider: z.enum(PROVIDERS),
  eventId: z.string(),
  type: z.string(),
  reference: z.string().nullable(),
  receivedAt: instantText,
});
const differenceSchema = z.strictObject({
  /** The night that found it, as the date in UTC on which it began. */
  night: z.iso.date(),
  provider: z.enum(PROVIDERS),
  reference: z.string(),
  /** Of what is paid out, the id of the cash-out. */
  paymentId: z.string().nullable(),
  what: z.enum(DIFFERENCES),
  /** Dollars, as our books have them and as the provider has. */
  ours: moneyText,
  theirs: moneyText,
});
export const paymentsSchema = z.strictObject({
  open: z.array(openSchema),
  inbox: z.array(hintSchema),
  differences: z.array(differenceSchema),
  /** The newest comparison with the providers' lists; null before the first. */
  lastCheck: z
    .strictObject({
      night: z.iso.date(),
      finishedAt: instantText.nullable(),
      found: z.int().min(0),
      /** Which provider could not be asked; null where all could. */
      trouble: z.string().nullable(),
    })
    .nullable(),
});
export type PaymentsShown = z.infer<typeof paymentsSchema>;
export type PaymentDifference = z.infer<typeof differenceSchema>;

export const paymentEndpoints = {
  payments: endpoint("GET /admin/payments", "admin", {
    summary: "Open payments, webhooks received, and differences from the providers' lists",
    answers: { 200: paymentsSchema },
  }),
} as const;
