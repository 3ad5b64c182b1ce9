import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { dateAndTime, dollars, readMoney } from "#web/lib/format.ts";

/** A step of a purchase: done, still to come, or never to come. */
export interface PurchaseStep {
  readonly title: string;
  readonly state: "done" | "open" | "off";
  readonly text: string;
}

const NEVER = "This will not happen.";
/** How a purchase ended that nobody paid. */
const UNPAID: Readonly<Partial<Record<PurchaseShown["paymentStatus"], string>>> = {
  failed: "The payment provider did not accept it. Nothing was charged.",
  expired: "No payment arrived in time.",
  cancelled: "Cancelled before anything was paid.",
};
const OVER = ["failed", "expired", "cancelled", "refunding", "refund_offered", "refunded"];

function deliveryText({ listing, tradeUntil }: PurchaseShown, isSeller: boolean): string {
  if (listing.inCustody) return "The item changes hands as soon as the payment arrives.";
  if (tradeUntil === null) return "The seller sends the item in a trade, within 24 hours of the payment.";
  const until = dateAndTime(tradeUntil);
  return isSeller ? `Send the item in a trade by ${until}.` : `The seller has until ${until} to send it.`;
}

/** Whether a purchase ended before anything was paid. */
export const isClosedUnpaid = ({ paymentStatus, received }: PurchaseShown): boolean =>
  paymentStatus in UNPAID && readMoney(received) === 0n;

/** What came of a payment that does not count as paid, while it may still come and once it cannot. */
function paidText(purchase: PurchaseShown, isSeller: boolean, isOver: boolean): string {
  const { paymentStatus, checkoutUrl } = purchase;
  const [arrived, price] = [readMoney(purchase.received), readMoney(purchase.purchasePrice)];
  if (arrived > 0n && arrived < price) return `Only ${dollars(arrived)} of ${dollars(price)} arrived.`;
  if (isOver) return arrived > 0n ? "It arrived too late." : (UNPAID[paymentStatus] ?? NEVER);
  if (paymentStatus === "processing") return "The payment provider is still confirming it.";
  if (isSeller) return "The buyer is paying.";
  return checkoutUrl === null
    ? "The time to pay is over, and no payment has arrived."
    : "No payment has arrived yet.";
}

function releaseText({ complaint, releaseAt, paymentStatus }: PurchaseShown): string {
  if (paymentStatus === "disputed") return "Once the payment is no longer disputed.";
  if (complaint !== null) return "Once an admin has reviewed the complaint.";
  if (releaseAt === null) return "A week after delivery, unless the payment is disputed.";
  return `On ${dateAndTime(releaseAt)}, unless the payment is disputed.`;
}

/** The way back of the buyer's money; nothing for a purchase without one. */
function refundSteps({ paymentStatus, refunded }: PurchaseShown, isSeller: boolean): readonly PurchaseStep[] {
  const sent = readMoney(refunded);
  const whom = isSeller ? "the buyer" : "you";
  switch (paymentStatus) {
    case "refunding":
      return [{ title: "Refunded", state: "open", text: "The payment provider sends the money back." }];
    case "refund_offered":
      return [
        { title: "Refunded", state: "open", text: `Once ${isSeller ? "the buyer claims" : "you claim"} it.` },
      ];
    case "refunded":
      return [
        {
          title: "Refunded",
          state: "done",
          text: sent > 0n ? `${dollars(sent)} went back to ${whom}.` : "Settled another way.",
        },
      ];
    default:
      return [];
  }
}

/** A purchase's past and coming steps. @param isSeller whether its seller looks at it */
export function stepsOf(purchase: PurchaseShown, isSeller: boolean): readonly PurchaseStep[] {
  const { paidAt, deliveredAt, releasedAt, paymentStatus, deliveryStatus, sellerPayout } = purchase;
  const isOver = OVER.includes(paymentStatus) || deliveryStatus === "returned";
  const step = (title: string, at: string | null, next: string, never = NEVER): PurchaseStep => ({
    title,
    state: at !== null ? "done" : isOver ? "off" : "open",
    text: at !== null ? dateAndTime(at) : isOver ? never : next,
  });
  const paid = paidText(purchase, isSeller, isOver);
  const payout = dollars(readMoney(sellerPayout));
  return [
    step("Begun", purchase.createdAt, ""),
    step("Paid", paidAt, paid, paid),
    step("Delivered", deliveredAt, deliveryText(purchase, isSeller)),
    step(isSeller ? `${payout} released to you` : "Seller paid", releasedAt, releaseText(purchase)),
    ...refundSteps(purchase, isSeller),
  ];
}
