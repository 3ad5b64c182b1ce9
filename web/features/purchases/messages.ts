import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import type { Tone } from "#web/ui/badge.tsx";

export const BUY = "Buy Now";
export const BUY_TITLE = "Purchase Item";
export const INITIATED = {
  title: "Purchase Initiated",
  description: "Check your email for payment instructions",
} as const;
export const BUY_FAILED_TITLE = "Purchase Failed";
export const BUY_FAILED = "Failed to initiate purchase";
export const NO_PURCHASES = "Your purchase history will appear here";
export const NO_SALES = "Your sales will appear here";
export const CANCEL = {
  done: { title: "Purchase Cancelled", description: "Nothing was charged." },
  failed: "Failed to cancel purchase",
} as const;
export const CONFIRM = {
  done: {
    title: "Purchase Confirmed",
    description: "Thank you. You can review the seller once they are paid.",
  },
  failed: "Failed to confirm purchase",
} as const;
export const COMPLAIN = {
  done: { title: "Complaint Sent", description: "The seller is not paid until an admin has reviewed it." },
  failed: "Failed to send complaint",
} as const;
export const REVIEW = {
  done: { title: "Review Published", description: "Thank you." },
  failed: "Failed to publish review",
} as const;
export const RECEIVED = "I have received it";
export const BY_TRADE =
  "This item is not in custody: its seller has 24 hours to send it to you in a trade. If it does not arrive, you get your money back.";

type PaymentStatus = PurchaseShown["paymentStatus"];
type DeliveryStatus = PurchaseShown["deliveryStatus"];

export const PAYMENT_LABELS: Readonly<Record<PaymentStatus, string>> = {
  pending: "Waiting for payment",
  processing: "Payment on its way",
  underpaid: "Too little paid",
  paid: "Paid",
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
  refunding: "Refund on its way",
  refund_offered: "Refund offered",
  refunded: "Refunded",
  disputed: "Disputed",
};

export const PAYMENT_TONES: Readonly<Record<PaymentStatus, Tone>> = {
  pending: "waiting",
  processing: "waiting",
  underpaid: "warn",
  paid: "gain",
  failed: "loss",
  expired: "neutral",
  cancelled: "neutral",
  refunding: "waiting",
  refund_offered: "waiting",
  refunded: "neutral",
  disputed: "warn",
};

export const DELIVERY_LABELS: Readonly<Record<DeliveryStatus, string>> = {
  pending: "Delivered when paid",
  awaiting_trade: "Waiting for the trade",
  delivered: "Delivered",
  confirmed: "Confirmed",
  returned: "Returned",
  cancelled: "Not delivered",
};
