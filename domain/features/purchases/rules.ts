import { HOUR_MS } from "../../kernel/time.ts";

/** How long an item is kept for its buyer, in milliseconds: no checkout can be shorter. */
export const RESERVED_MS = 31 * 60_000;
/** How many purchases one player may begin in 24 hours, however little they cost. */
export const DAILY_PURCHASES_MAX = 200;
/** Maximum unpaid purchases of a player in 24 hours: each blocks an item for half an hour. */
export const UNPAID_PURCHASES_MAX = 20;
/** Purchases of one player that are neither paid nor over. */
export const OPEN_PURCHASES_MAX = 3;
/** Maximum purchases of a player remembered for a day: there are never more. */
export const LATE_PURCHASES_MAX = DAILY_PURCHASES_MAX + UNPAID_PURCHASES_MAX + OPEN_PURCHASES_MAX;

/** A delivered purchase that nobody complained about within this time counts as confirmed, in milliseconds. */
export const COMPLAIN_WITHIN_MS = 72 * HOUR_MS;
/** How long a seller has to send a copy not in custody, in milliseconds. */
export const TRADE_WITHIN_MS = 24 * HOUR_MS;
export const COMMENT_MAX = 500;
/** A refund counts as stuck after this many failed attempts, some hours apart: an admin has to act. */
export const STUCK_ASKS = 5;
/** Maximum refunds shown that no provider makes. */
export const UNMADE_REFUNDS_MAX = 100;

export const PAYMENT_STATUSES = [
  "pending",
  "processing",
  "underpaid",
  "paid",
  "failed",
  "expired",
  "cancelled",
  "refunding",
  "refund_offered",
  "refunded",
  "disputed",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const DELIVERY_STATUSES = [
  "pending",
  "awaiting_trade",
  "delivered",
  "confirmed",
  "returned",
  "cancelled",
] as const;

/** Which purchases admins look for. */
export const PURCHASE_FILTERS = [
  "open",
  "awaiting_trade",
  "delivered",
  "contested",
  "released",
  "undone",
  "closed",
] as const;

/** Over how long sales are looked at. */
export const ANALYTICS_PERIODS = ["week", "month", "all"] as const;
