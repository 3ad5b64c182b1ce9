/** What purchases are paid by. */
export const PAYMENT_METHODS = ["paypal", "cashapp", "stripe", "crypto"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** How many methods a player can keep. */
export const PAYMENT_METHODS_MAX = 10;
