import { z } from "zod";
import { type Account, USD } from "../../accounts/account.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { move, type Posting } from "../../ledger/posting.ts";
import { playerStream } from "../players/events.ts";
import { PAYMENT_STATUSES } from "./rules.ts";

/** The stream of a purchase. */
export const purchaseStream = (purchaseId: string): StreamName => `purchase:${purchaseId}`;
/** The account that holds what was paid until the seller gets it, or it goes back. */
export const purchaseEscrow = (purchaseId: string): Account => `escrow:${purchaseId}`;

/** Whose purchase it is. */
export const between = { purchaseId: z.string(), buyerId: z.string(), sellerId: z.string() };
/** How a payment stands after the event. */
export const paymentStatus = z.enum(PAYMENT_STATUSES);
type Between = { readonly purchaseId: string; readonly buyerId: string; readonly sellerId: string };
/** The page of a purchase. */
const ofPurchase = ({ purchaseId }: { readonly purchaseId: string }): string =>
  `/shop/purchases/${purchaseId}`;

/** The streams of the purchase and of both sides. */
export const ofBoth = ({ purchaseId, buyerId, sellerId }: Between) =>
  [purchaseStream(purchaseId), playerStream(buyerId), playerStream(sellerId)] as const;

/** Whom most events of a purchase concern. */
export const live = { player: ["balance", "notifications"], everybody: ["shop"] } as const;
/** A notification of both sides, which leads to the purchase. */
export const notice = {
  to: "alsoIn",
  type: "shop",
  link: "/shop?tab=purchases",
  linkOf: ofPurchase,
} as const;
export const example = { purchaseId: "u_1", buyerId: "p_bob", sellerId: "p_alice" };

/** Moves dollars. @param cents as text */
export const payDollars = (from: Account, to: Account, cents: string): readonly Posting[] =>
  move({ from, to, asset: USD, amount: BigInt(cents) });
