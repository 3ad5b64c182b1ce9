/** What purchases are paid by. */
export const PAYMENT_METHODS = ["paypal", "cashapp", "stripe", "crypto"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
