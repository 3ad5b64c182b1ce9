import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { formatMinor, type Minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import { listingReserved } from "../listings/events.ts";
import type { Listing } from "../listings/listing.ts";
import { METHOD_LEAST, termsOf } from "../listings/terms.ts";
import type { PaymentMethod } from "../payment-methods/rules.ts";
import { refusalOfBarred } from "../responsible-play/play.ts";
import { refusalOfSuspended, standing } from "../roles/standing.ts";
import { purchaseGivenUp, purchaseInitiated } from "./events.ts";
import { boughtInADay, boughtLately, openPurchases, type Purchase, UNKNOWN_PURCHASE } from "./purchase.ts";
import { DAILY_PURCHASES_MAX, OPEN_PURCHASES_MAX, RESERVED_MS, UNPAID_PURCHASES_MAX } from "./rules.ts";

export interface InitiatePurchase {
  readonly purchaseId: string;
  readonly listingId: string;
  readonly buyerId: string;
  readonly method: PaymentMethod;
}

/** What buying depends on, as of the head. */
export interface BuyContext {
  readonly at: number;
  readonly buyer: Player;
  readonly listing: Listing;
  readonly seller: Player;
  /** Whether the listed copy was last seen at its seller. */
  readonly isSighted: boolean;
  /** Whether mails reach the buyer. */
  readonly hasEmail: boolean;
  /** The payment methods available now. */
  readonly methods: readonly PaymentMethod[];
  /** The most that one player may begin to buy for in a day, in cents. */
  readonly dailyMost: Minor;
}

type Answer = { readonly id: string };
const NOT_AVAILABLE = refuse(
  "not_available",
  "This item is no longer for sale, or someone is paying for it.",
);

/**
 * Begins to buy a listed copy: it is reserved, on fixed terms. A copy not in custody has to be at the seller, who sends
 * it in a trade; nobody buys from a suspended seller.
 */
export function initiatePurchase(command: InitiatePurchase, context: BuyContext): Decision<Answer> {
  const { purchaseId, listingId, buyerId, method } = command;
  const { at, buyer, listing } = context;
  if (buyer.status === "absent") return refuse("unknown_player", "There is no such player.");
  const bar = refusalOfSuspended(standing.of(buyer)) ?? refusalOfBarred(buyer, at);
  if (bar !== null) return { refused: bar };
  if (listing.status === "absent") return NOT_AVAILABLE;
  if (listing.sellerId === buyerId) return refuse("own_listing", "This is your own listing.");
  if (listing.status !== "active" || !(listing.inCustody || context.isSighted)) return NOT_AVAILABLE;
  if (context.seller.status === "absent" || standing.of(context.seller).suspended) return NOT_AVAILABLE;
  const { price, title, paymentMethods } = listing.offer;
  if (!paymentMethods.includes(method) || !context.methods.includes(method))
    return refuse("method_not_accepted", "This item cannot be paid for by that method.");
  if (BigInt(price) < METHOD_LEAST[method]) {
    const least = formatMinor(METHOD_LEAST[method]);
    return refuse("method_not_accepted", `This payment method takes $${least} or more.`, { least });
  }
  if (!context.hasEmail)
    return refuse(
      "email_required",
      "Confirm an email address in your settings first: the receipt goes there.",
    );
  if (openPurchases.of(buyer).length >= OPEN_PURCHASES_MAX)
    return refuse(
      "too_many_purchases",
      `Pay or give up one of your ${OPEN_PURCHASES_MAX} open purchases first.`,
    );
  const { sum, count, unpaid } = boughtInADay(boughtLately.of(buyer), at);
  if (unpaid >= UNPAID_PURCHASES_MAX) {
    const detail = `You left ${unpaid} purchases unpaid in 24 hours. Try again tomorrow.`;
    return refuse("too_many_unpaid", detail);
  }
  if (count >= DAILY_PURCHASES_MAX || sum + BigInt(price) > context.dailyMost) {
    const most = formatMinor(context.dailyMost);
    return refuse("daily_limit", `You can buy for $${most} in 24 hours.`, { most });
  }
  const { sellerId, copy } = listing;
  const until = at + RESERVED_MS;
  const { platformFee, paymentFee, sellerPayout } = termsOf(BigInt(price), method);
  const terms = {
    ...{ purchaseId, buyerId, sellerId, listingId, copy, title, method, price, until },
    platformFee: String(platformFee),
    paymentFee: String(paymentFee),
    sellerPayout: String(sellerPayout),
  };
  const events = [purchaseInitiated(terms), listingReserved({ listingId, sellerId, purchaseId, until })];
  return accept(events, { id: purchaseId });
}

/** Cancels a purchase, as its buyer may: it ends once the provider says that nobody has paid. */
export function giveUpPurchase(
  { purchaseId, buyerId }: Pick<InitiatePurchase, "purchaseId" | "buyerId">,
  purchase: Purchase,
): Decision<Answer> {
  if (purchase.status === "absent" || purchase.terms.buyerId !== buyerId) return UNKNOWN_PURCHASE;
  if (purchase.status !== "open") return refuse("not_open", "This purchase is already paid or over.");
  if (BigInt(purchase.totals.received) > 0n)
    return refuse("not_open", "Money for this purchase has already arrived.");
  const { sellerId } = purchase.terms;
  const events = purchase.isGivenUp ? [] : [purchaseGivenUp({ purchaseId, buyerId, sellerId })];
  return accept(events, { id: purchaseId });
}
