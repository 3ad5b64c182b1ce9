import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { larger, type Minor, smaller } from "../../kernel/money.ts";
import { type HoldingOf, owedInDollars, withDollarDebtsPaid } from "../dollar-debts/debts.ts";
import { purchaseReleased } from "./events.ts";
import { buyerCharged } from "./payment/events.ts";
import { type BegunPurchase, between, onItsWayOf, type Purchase, type PurchaseAnswer } from "./purchase.ts";

/** How a release stands. @property at milliseconds @property holding what accounts hold, in cents */
export interface ReleaseContext {
  readonly at: number;
  readonly holding: HoldingOf;
  /** Whether two admins said so: then neither hold nor complaint counts. */
  readonly isOrdered?: boolean;
  /** Whether the item cannot go back: then the buyer owes what went back of the payment, if two admins say so. */
  readonly isItemGone?: boolean;
}

/**
 * The missing part of an unreleased purchase's price, in cents: reversed, or on its way to the buyer. A decided refund
 * is the buyer's, whoever is paid meanwhile.
 */
export function missingOf(purchase: BegunPurchase): Minor {
  const { totals, terms } = purchase;
  const there = BigInt(totals.received) - BigInt(totals.out.escrow) - onItsWayOf(purchase);
  // At most the price is missing: a refund beyond that is refused by the provider.
  return smaller(larger(BigInt(terms.price) - there, 0n), BigInt(terms.price));
}

/** Pays the seller once the hold is over, unless the buyer complained, or the payment is disputed or has gone back. */
export function releasePurchase(
  purchase: Purchase,
  { at, holding, isOrdered = false, isItemGone = false }: ReleaseContext,
): Decision<PurchaseAnswer> {
  if (purchase.status !== "delivered")
    return refuse("not_delivered", "This purchase is not waiting for release.");
  if (!isOrdered && purchase.isContested)
    return refuse("contested", "The buyer complained: an admin reviews it first.");
  if (!isOrdered && (purchase.releaseAt === null || at < purchase.releaseAt))
    return refuse("on_hold", "The hold is not over yet.");
  const { terms } = purchase;
  const missing = missingOf(purchase);
  if (missing > 0n && !(isOrdered && isItemGone))
    return refuse("not_paid", "The payment for this purchase is disputed, or was reversed.");
  const { title, sellerPayout } = terms;
  const fees = String(BigInt(terms.platformFee) + BigInt(terms.paymentFee));
  const owes = larger(owedInDollars(holding, terms.sellerId), 0n);
  const debtPaid = String(smaller(owes, BigInt(sellerPayout)));
  const charged =
    missing > 0n ? [buyerCharged({ ...between(purchase), title, amount: String(missing) })] : [];
  const released = purchaseReleased({ ...between(purchase), title, fees, sellerPayout, debtPaid });
  return withDollarDebtsPaid(accept([...charged, released], { id: terms.purchaseId }), holding);
}
