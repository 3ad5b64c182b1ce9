import { type BookedDispute, type BookedPayment, type BookedRefund, refundedOf } from "./book.ts";
import { seconds } from "./face.ts";

/** The id of a checkout's charge. */
export const intentIdOf = ({ id }: BookedPayment): string => `pi_${id.replace(/^cs_test_/, "")}`;
const chargeIdOf = ({ id }: BookedPayment): string => `ch_${id.replace(/^cs_test_/, "")}`;
const hasIntent = ({ status, received }: BookedPayment): boolean => status === "processing" || received > 0n;

/** A payment as Stripe's objects, with expanded objects in place of their ids. */
export function sessionOf(payment: BookedPayment, origin: string, expand: readonly string[]): object {
  const isPaid = payment.status === "paid";
  const isComplete = isPaid || payment.status === "processing";
  const within = expand.map((path) => path.replace(/^data\./, ""));
  const isExpanded = within.some((path) => path.startsWith("payment_intent"));
  const intent = isExpanded ? intentOf(payment, within) : intentIdOf(payment);
  return {
    id: payment.id,
    object: "checkout.session",
    url: payment.status === "open" ? `${origin}/stripe/pay/${payment.id}` : null,
    status: isComplete ? "complete" : payment.status,
    payment_status: isPaid ? "paid" : "unpaid",
    client_reference_id: payment.paymentId,
    amount_total: Number(payment.amount),
    currency: payment.currency,
    livemode: false,
    mode: "payment",
    created: seconds(payment.createdAt),
    expires_at: seconds(payment.expiresAt),
    success_url: payment.returnUrl,
    cancel_url: payment.cancelUrl,
    metadata: {},
    payment_intent: hasIntent(payment) ? intent : null,
  };
}

function intentOf(payment: BookedPayment, expand: readonly string[]): object {
  const isExpanded = expand.some((path) => path.startsWith("payment_intent.latest_charge"));
  return {
    id: intentIdOf(payment),
    object: "payment_intent",
    amount: Number(payment.amount),
    amount_received: Number(payment.received),
    currency: payment.currency,
    status: payment.received > 0n ? "succeeded" : "processing",
    livemode: false,
    metadata: payment.metadata,
    latest_charge: payment.received === 0n ? null : isExpanded ? chargeOf(payment) : chargeIdOf(payment),
  };
}

const chargeOf = (payment: BookedPayment): object => ({
  id: chargeIdOf(payment),
  object: "charge",
  amount: Number(payment.received),
  amount_refunded: Number(refundedOf(payment)),
  currency: payment.currency,
  payment_intent: intentIdOf(payment),
  balance_transaction: {
    id: `txn_${payment.id.replace(/^cs_test_/, "")}`,
    object: "balance_transaction",
    amount: Number(payment.received),
    fee: Number(payment.fee),
    currency: payment.currency,
  },
});

/** A refund as Stripe shows it. */
export const refundOf = (
  payment: BookedPayment,
  { id, amount, status, metadata, at }: BookedRefund,
): object => ({
  id,
  object: "refund",
  amount: Number(amount),
  currency: payment.currency,
  charge: chargeIdOf(payment),
  payment_intent: intentIdOf(payment),
  status,
  metadata,
  created: seconds(at),
});

/** A dispute as Stripe shows it, with the amounts that it moved. */
export const disputeOf = (payment: BookedPayment, { id, amount, fee, status, at }: BookedDispute): object => {
  const moved = (sign: 1 | -1, kept: bigint): object => ({
    id: `txn_${id}_${sign}`,
    object: "balance_transaction",
    amount: sign * Number(amount),
    fee: Number(kept),
    currency: payment.currency,
  });
  return {
    id,
    object: "dispute",
    amount: Number(amount),
    currency: payment.currency,
    charge: chargeIdOf(payment),
    payment_intent: intentIdOf(payment),
    status,
    reason: "fraudulent",
    created: seconds(at),
    // The fee is kept even if a dispute is won.
    balance_transactions: status === "won" ? [moved(-1, fee), moved(1, 0n)] : [moved(-1, fee)],
  };
};

/** One page of a list. */
export const listOf = (url: string, all: readonly object[], query: URLSearchParams): object => {
  const after = query.get("starting_after");
  const from = after === null ? 0 : all.findIndex((one) => "id" in one && one.id === after) + 1;
  const limit = Math.min(Number(query.get("limit") ?? 10), 100);
  const data = all.slice(from, from + limit);
  return { object: "list", url, data, has_more: from + limit < all.length };
};
