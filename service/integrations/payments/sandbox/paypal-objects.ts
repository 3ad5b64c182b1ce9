import { formatMinor, type Minor } from "#domain/kernel/money.ts";
import { type BookedDispute, type BookedPayment, type BookedRefund, refundedOf } from "./book.ts";

const usd = (value: Minor): object => ({ currency_code: "USD", value: formatMinor(value) });
const instant = (ms: number): string => new Date(ms).toISOString();
/** The id of an order's capture. */
export const captureIdOf = ({ id }: BookedPayment): string => `C${id}`;
const hasCapture = ({ status, received }: BookedPayment): boolean => status === "processing" || received > 0n;

/** A payment as a PayPal order. */
export function orderOf(payment: BookedPayment, origin: string): object {
  const { id, paymentId, amount, createdAt } = payment;
  const captures = hasCapture(payment) ? [captureOf(payment, origin)] : [];
  const refunds = payment.refunds.map((one) => paypalRefundOf(payment, one, origin));
  return {
    id,
    status: statusOf(payment),
    intent: "CAPTURE",
    create_time: instant(createdAt),
    purchase_units: [
      {
        reference_id: "default",
        custom_id: paymentId,
        invoice_id: paymentId,
        amount: usd(amount),
        ...(captures.length === 0 ? {} : { payments: { captures, refunds } }),
      },
    ],
    links: [
      { href: `${origin}/paypal/v2/checkout/orders/${id}`, rel: "self", method: "GET" },
      { href: `${origin}/paypal/pay/${id}`, rel: "payer-action", method: "GET" },
    ],
  };
}

function statusOf(payment: BookedPayment): string {
  if (hasCapture(payment)) return "COMPLETED";
  if (payment.status === "approved") return "APPROVED";
  return payment.status === "expired" ? "VOIDED" : "PAYER_ACTION_REQUIRED";
}

/** The captures of an order, as PayPal shows them. */
export function captureOf(payment: BookedPayment, origin: string): object {
  const { received, fee, amount } = payment;
  const refunded = refundedOf(payment);
  const paid = refunded === 0n ? "COMPLETED" : refunded < received ? "PARTIALLY_REFUNDED" : "REFUNDED";
  const isPending = received === 0n;
  const breakdown = {
    gross_amount: usd(received),
    paypal_fee: usd(fee),
    net_amount: usd(received > fee ? received - fee : 0n),
  };
  return {
    id: captureIdOf(payment),
    status: isPending ? "PENDING" : paid,
    ...(isPending ? { status_details: { reason: "ECHECK" } } : { seller_receivable_breakdown: breakdown }),
    amount: usd(isPending ? amount : received),
    final_capture: true,
    custom_id: payment.paymentId,
    invoice_id: payment.paymentId,
    supplementary_data: { related_ids: { order_id: payment.id } },
    links: [{ href: `${origin}/paypal/v2/checkout/orders/${payment.id}`, rel: "up", method: "GET" }],
  };
}

/** A refund as PayPal shows it. */
export const paypalRefundOf = (
  payment: BookedPayment,
  { id, amount, status, metadata, at }: BookedRefund,
  origin: string,
): object => ({
  id,
  status: status === "succeeded" ? "COMPLETED" : "FAILED",
  amount: usd(amount),
  custom_id: metadata.refund_id,
  create_time: instant(at),
  links: [
    {
      href: `${origin}/paypal/v2/payments/captures/${captureIdOf(payment)}`,
      rel: "up",
      method: "GET",
    },
  ],
});

/** The id of a dispute at PayPal. */
export const paypalDisputeIdOf = ({ id }: BookedDispute): string => `PP-D-${id.replace(/^dp_/, "")}`;

/** A dispute as PayPal shows it, with the amounts that it moved. */
export function paypalDisputeOf(payment: BookedPayment, dispute: BookedDispute): object {
  const { amount, fee, status, at } = dispute;
  const moved = (type: "DEBIT" | "CREDIT", reason: string, value: Minor): object => ({
    ...{ affected_party: "SELLER", type, reason, amount: usd(value), asset_type: "MONEY" },
    initiated_time: instant(at),
  });
  const kept = [moved("DEBIT", "DISPUTE_FEE", fee)];
  const lost = status === "lost" ? [moved("DEBIT", "DISPUTE_SETTLEMENT", amount)] : [];
  const outcome = status === "won" ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR";
  return {
    dispute_id: paypalDisputeIdOf(dispute),
    status: status === "needs_response" ? "WAITING_FOR_SELLER_RESPONSE" : "RESOLVED",
    reason: "UNAUTHORISED",
    create_time: instant(at),
    dispute_amount: usd(amount),
    disputed_transactions: [
      { seller_transaction_id: captureIdOf(payment), invoice_number: payment.paymentId },
    ],
    ...(status === "needs_response" ? {} : { dispute_outcome: { outcome_code: outcome } }),
    money_movements: [...kept, ...lost],
  };
}
