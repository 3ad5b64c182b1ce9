import { purchaseReleased } from "#domain/features/purchases/events.ts";
import { NO_TOTALS, paymentObserved } from "#domain/features/purchases/payment/events.ts";
import { readOfPurchase } from "#domain/features/purchases/purchase.ts";
import { accept } from "#domain/kernel/decision.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { readOfPlayer } from "#service/features/roles/actor.ts";
import type { Site } from "./site.ts";

/** The buyer is outside the site. */
const BUYER = "p_shopper";
let purchases = 0;

/** Gives a player the proceeds of a released sale. @param cents without fees */
export async function earnDollars(site: Site, sellerId: string, cents: bigint): Promise<void> {
  purchases += 1;
  const amount = String(cents);
  const between = { purchaseId: `pu_earned_${purchases}`, buyerId: BUYER, sellerId };
  const paid = { ...NO_TOTALS, received: amount, refunded: "0", taken: "0" };
  const { writer, now } = site.service.deps;
  const outcome = await writer.submit({
    ...serviceOrigin(now()),
    reads: () => ({
      streams: [readOfPurchase(between.purchaseId), readOfPlayer(sellerId), readOfPlayer(BUYER)],
    }),
    decide: () =>
      accept(
        [
          paymentObserved(
            { ...between, provider: "stripe", reading: 1, paymentStatus: "paid", ...paid },
            NO_TOTALS,
          ),
          purchaseReleased({ ...between, title: "Hat", fees: "0", sellerPayout: amount, debtPaid: "0" }),
        ],
        {},
      ),
  });
  if (outcome.kind === "failed") throw outcome.error;
  if (outcome.kind !== "committed") throw new Error(`nothing was earned: ${outcome.kind}`);
}
