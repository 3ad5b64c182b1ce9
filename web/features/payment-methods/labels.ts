import type { PaymentMethod } from "#domain/features/payment-methods/rules.ts";

/** What each way to pay is called. */
export const METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  paypal: "PayPal",
  cashapp: "Cash App",
  stripe: "Card",
  crypto: "Crypto",
};
