import { formatMinor } from "#domain/kernel/money.ts";
import type { BookedPayment, BookedRefund } from "./book.ts";
import { seconds } from "./face.ts";

/** A coin's price, and its decimals. */
const RATE = 50_000n;
const SATOSHIS = 100_000_000n;

/** An amount of cents in crypto. */
const coins = (cents: bigint): string => {
  const satoshis = (cents * SATOSHIS) / (RATE * 100n);
  return `${satoshis / SATOSHIS}.${String(satoshis % SATOSHIS).padStart(8, "0")}`;
};

const STATUSES: Readonly<Record<BookedPayment["status"], string>> = {
  open: "New",
  approved: "New",
  processing: "Processing",
  paid: "Settled",
  expired: "Expired",
};

function additionalOf({ status, received, amount }: BookedPayment): string {
  if (received === 0n) return "None";
  if (received < amount) return "PaidPartial";
  if (status === "expired") return "PaidLate";
  return received > amount ? "PaidOver" : "None";
}

/** A payment as a BTCPay invoice. */
export const invoiceOf = (
  payment: BookedPayment,
  {
    origin,
    storeId,
    isMarked,
  }: { readonly origin: string; readonly storeId: string; readonly isMarked: boolean },
): object => ({
  id: payment.id,
  storeId,
  amount: formatMinor(payment.amount),
  paidAmount: formatMinor(payment.received),
  currency: "USD",
  type: "Standard",
  checkoutLink: `${origin}/btcpay/pay/${payment.id}`,
  createdTime: seconds(payment.createdAt),
  expirationTime: seconds(payment.expiresAt),
  status: isMarked ? "Invalid" : STATUSES[payment.status],
  additionalStatus: isMarked ? "Marked" : additionalOf(payment),
  metadata: { orderId: payment.paymentId, itemDesc: payment.title },
});

/** The payments of an invoice, coin by coin. */
export function paymentMethodsOf(payment: BookedPayment): readonly object[] {
  const { status, received, amount } = payment;
  const made = [
    ...(received > 0n ? [{ cents: received, status: "Settled" }] : []),
    ...(status === "processing" ? [{ cents: amount, status: "Processing" }] : []),
  ];
  return [
    {
      paymentMethodId: "BTC-CHAIN",
      currency: "BTC",
      rate: `${RATE}.00000000`,
      amount: coins(amount),
      payments: made.map((one, index) => ({
        id: `${payment.id}-${index}`,
        value: coins(one.cents),
        fee: "0.0",
        status: one.status,
      })),
    },
  ];
}

/** A refund as the pull payment that its buyer claims. */
export const pullOf = ({ id, amount, metadata, status }: BookedRefund, origin: string): object => ({
  id,
  name: metadata.refund_id ?? "",
  amount: formatMinor(amount),
  currency: "USD",
  archived: status === "withdrawn",
  viewLink: `${origin}/btcpay/pull-payments/${id}`,
});

/** The claims of a pull payment. */
export const payoutsOf = ({ id, amount, status, at }: BookedRefund): readonly object[] =>
  status === "succeeded"
    ? [
        {
          id: `payout-${id}`,
          date: seconds(at),
          state: "Completed",
          originalCurrency: "USD",
          originalAmount: formatMinor(amount),
          payoutCurrency: "BTC",
          payoutAmount: coins(amount),
        },
      ]
    : [];
