import { expect, it } from "vitest";
import { purchaseReleased } from "#domain/features/purchases/events.ts";
import { buyerCharged, debtReturned } from "#domain/features/purchases/payment/events.ts";
import { between, type Purchase } from "#domain/features/purchases/purchase.ts";
import { releasePurchase } from "#domain/features/purchases/release.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import type { GivenLog } from "#domain/testing/given.ts";
import { aBegun, aDelivered, groundIn, PRICE, purchaseIn, read, THIS } from "#domain/testing/purchases.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

/** The problem with a log that goes on with some events. */
function problemAfter(log: GivenLog, ...events: readonly NewEvent[]): string | null {
  if (events.length > 0) log.append(events);
  return problemOfEvents(log.events);
}
const ids = (log: GivenLog) => between(purchaseIn(log) as Exclude<Purchase, { readonly status: "absent" }>);
const payout = { title: "Hat", fees: "188", sellerPayout: "1811", debtPaid: "0" } as const;
const returnedTo = (playerId: string, amount: string) => debtReturned({ purchaseId: THIS, playerId, amount });

it("accepts a payout as agreed, and what went back of a debt whose money arrived after all", () => {
  const log = aDelivered();
  const at = log.at + 8 * DAY_MS;
  log.accept(releasePurchase(purchaseIn(log), { at, ...groundIn(log) }));
  expect(problemAfter(log)).toBeNull();
  expect(problemAfter(read(log, { taken: PRICE }, {}))).toBeNull();
});

it("rejects a payout to somebody else, of another amount, twice, or before the delivery", () => {
  const wrong = "A sale was paid out otherwise than agreed, or before its delivery.";
  const paid = (log: GivenLog, over: object = {}) => purchaseReleased({ ...ids(log), ...payout, ...over });
  const right = aDelivered();
  expect(problemAfter(right, paid(right))).toBeNull();
  expect(problemAfter(right, paid(right))).toBe(wrong);
  for (const over of [
    { sellerId: "p_thief" },
    { fees: "0", sellerPayout: "1999" },
    { sellerPayout: "1810" },
  ]) {
    const log = aDelivered();
    expect(problemAfter(log, paid(log, over))).toBe(wrong);
  }
  const unpaid = aBegun();
  expect(problemAfter(unpaid, paid(unpaid))).toBe(wrong);
});

it("rejects dollars from a debt that nobody has paid, and a buyer's debt for a price that is there", () => {
  const log = aDelivered();
  expect(problemAfter(log, returnedTo(ids(log).sellerId, "1"))).toBe(
    "More of a debt was returned than had arrived again.",
  );
  const other = aDelivered();
  expect(problemAfter(other, buyerCharged({ ...ids(other), title: "Hat", amount: "1" }))).toBe(
    "A buyer was charged more than is missing of the price.",
  );
});
