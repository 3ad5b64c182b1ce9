import { type Minor, minor, shareRoundedUp } from "../../kernel/money.ts";
import type { PaymentMethod } from "../payment-methods/rules.ts";

/** What the house keeps of a price, in basis points. */
export const PLATFORM_FEE = 500n;

/**
 * The cost of a payment method: a share of the price in basis points, and a fixed part. The verifier recomputes the
 * terms of purchases by these: a change needs a new version of `PurchaseInitiated`.
 */
const TARIFFS: { readonly [M in PaymentMethod]: { readonly share: bigint; readonly each: Minor } } = {
  paypal: { share: 349n, each: minor("0.49") },
  cashapp: { share: 290n, each: minor("0.30") },
  stripe: { share: 290n, each: minor("0.30") },
  crypto: { share: 100n, each: 0n },
};

/** The least that can be paid by each method, in cents. */
export const METHOD_LEAST: { readonly [M in PaymentMethod]: Minor } = {
  paypal: minor("0.50"),
  cashapp: minor("0.50"),
  stripe: minor("0.50"),
  crypto: minor("0.50"),
};

/** How a price is split, in cents: the three parts sum to it. */
export interface Terms {
  readonly platformFee: Minor;
  readonly paymentFee: Minor;
  readonly sellerPayout: Minor;
}

/**
 * The seller's share of a price, and the fees: fixed when a purchase begins. Fees are rounded up, and are never more
 * than the price.
 * @example termsOf(10_00n, "stripe") // { platformFee: 50n, paymentFee: 59n, sellerPayout: 891n }
 */
export function termsOf(price: Minor, method: PaymentMethod): Terms {
  const { share, each } = TARIFFS[method];
  const platformFee = shareRoundedUp(price, PLATFORM_FEE);
  const tariff = shareRoundedUp(price, share) + each;
  const left = price - platformFee;
  const sellerPayout = left > tariff ? left - tariff : 0n;
  return { platformFee, paymentFee: left - sellerPayout, sellerPayout };
}
