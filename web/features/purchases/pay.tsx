import { Link } from "wouter";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { SECOND_MS } from "#domain/kernel/time.ts";
import { itemPath } from "#web/features/listings/listing-face.tsx";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { CANCEL } from "#web/features/purchases/messages.ts";
import { useOnPurchase } from "#web/features/purchases/use-on-purchase.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { countdown, dollars, readMoney } from "#web/lib/format.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

/**
 * What to do if a payment does not arrive. Providers tell their buyers of a refusal, not us: to us it is a payment that
 * nobody has made yet.
 */
function unpaidText({ paymentMethod, received, listing }: PurchaseShown): string {
  if (readMoney(received) > 0n) return "If the rest does not arrive in time, you get back what you paid.";
  if (paymentMethod === "crypto") return "A transfer shows here once the payment provider has seen it.";
  const again = "Was your payment declined? Nothing was charged. Try again, with another card or account.";
  const otherwise = "To pay another way, cancel and buy it again.";
  return listing.paymentMethods.length > 1 ? `${again} ${otherwise}` : again;
}

/** The link to pay, while the item is reserved; none once the payment is under way, so that nobody pays twice. */
export function Pay({ purchase, checkoutUrl }: { purchase: PurchaseShown; checkoutUrl: string }) {
  const { id, purchasePrice, received, paymentMethod, paymentStatus, expiresAt } = purchase;
  const { mutate, isPending } = useOnPurchase(sendBody("POST /shop/purchases/{id}/cancel", { id }), CANCEL);
  const left = Date.parse(expiresAt) - useNow(SECOND_MS);
  if (paymentStatus === "processing")
    return (
      <Card aria-label="Payment">
        <p className="text-muted text-sm">
          Your payment is on its way, and the item is kept for you. You need not do anything: this page
          changes as soon as the payment provider confirms it.
        </p>
      </Card>
    );
  return (
    <Card aria-label="Payment">
      <p className="text-muted text-sm">
        The item is reserved for you for <span className="font-semibold text-ink">{countdown(left)}</span>{" "}
        more. You pay on the payment provider's page and come back here.
      </p>
      <p className="mt-2 text-muted text-sm">{unpaidText(purchase)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={checkoutUrl} className={buttonClass({ variant: "primary" })}>
          Pay {dollars(readMoney(purchasePrice) - readMoney(received))} by {METHOD_LABELS[paymentMethod]}
        </a>
        <ActionButton isUnavailable={isPending} onClick={() => mutate({})}>
          {isPending ? "Cancelling..." : "Cancel purchase"}
        </ActionButton>
      </div>
    </Card>
  );
}

/** Where a buyer goes whose purchase ended unpaid. */
export function Unpaid({ listing }: { listing: PurchaseShown["listing"] }) {
  return (
    <Card aria-label="Payment">
      <p className="text-muted text-sm">
        This purchase ended without a payment.{" "}
        {listing.status === "active"
          ? "The item is for sale again."
          : "Look for the same item from other sellers."}
      </p>
      <p className="mt-4">
        <Link href={itemPath(listing)} className={buttonClass({ variant: "primary" })}>
          See the item in the shop
        </Link>
      </p>
    </Card>
  );
}
