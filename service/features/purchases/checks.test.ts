import { expect, it } from "vitest";
import {
  listingFreed,
  listingRemoved,
  listingReserved,
  listingReturned,
  listingSold,
} from "#domain/features/listings/events.ts";
import {
  purchaseComplained,
  purchaseDelivered,
  purchaseInitiated,
  purchaseReleased,
  purchaseUndone,
  releaseOrdered,
} from "#domain/features/purchases/events.ts";
import { buyerCharged, debtReturned } from "#domain/features/purchases/payment/events.ts";
import { between, type Purchase } from "#domain/features/purchases/purchase.ts";
import { releasePurchase } from "#domain/features/purchases/release.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { owing } from "#domain/testing/cashouts.ts";
import { DORA, ROOT } from "#domain/testing/deposits.ts";
import { type GivenLog, NOON } from "#domain/testing/given.ts";
import { agreed } from "#domain/testing/proposals.ts";
import {
  aBegun,
  aDelivered,
  BUYER,
  COPY,
  groundIn,
  LISTING,
  PRICE,
  purchaseIn,
  read,
  SELLER,
  THIS,
} from "#domain/testing/purchases.ts";
import { set } from "#domain/testing/settings.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

/** The problem with a log that goes on with some events. */
function problemAfter(log: GivenLog, ...events: readonly NewEvent[]): string | null {
  if (events.length > 0) log.append(events);
  return problemOfEvents(log.events);
}
const ids = (log: GivenLog) => between(purchaseIn(log) as Exclude<Purchase, { readonly status: "absent" }>);
const payout = { title: "Hat", fees: "188", sellerPayout: "1811", debtPaid: "0" } as const;
const returnedTo = (playerId: string, amount: string) => debtReturned({ purchaseId: THIS, playerId, amount });

/** A delivered purchase whose hold is over. */
function afterHold(): GivenLog {
  const log = aDelivered();
  log.at += 8 * DAY_MS;
  return log;
}

it("accepts a payout as agreed, and what went back of a debt whose money arrived after all", () => {
  const log = afterHold();
  log.accept(releasePurchase(purchaseIn(log), { at: log.at, ...groundIn(log) }));
  expect(problemAfter(log)).toBeNull();
  expect(problemAfter(read(log, { taken: PRICE }, {}))).toBeNull();
});

it("rejects a payout to somebody else, of another amount, twice, or before the delivery", () => {
  const wrong = "A sale was paid out otherwise than agreed, or before its delivery.";
  const paid = (log: GivenLog, over: object = {}) => purchaseReleased({ ...ids(log), ...payout, ...over });
  const right = afterHold();
  expect(problemAfter(right, paid(right))).toBeNull();
  expect(problemAfter(right, paid(right))).toBe(wrong);
  for (const over of [
    { sellerId: "p_thief" },
    { fees: "0", sellerPayout: "1999" },
    { sellerPayout: "1810" },
  ]) {
    const log = afterHold();
    expect(problemAfter(log, paid(log, over))).toBe(wrong);
  }
  const unpaid = aBegun();
  expect(problemAfter(unpaid, paid(unpaid))).toBe(wrong);
});

it("rejects a payout before the hold is over or despite a complaint, unless two admins ordered it", () => {
  const early = "A seller was paid before the hold was over, or despite a complaint, and nobody ordered it.";
  const paid = (log: GivenLog) => purchaseReleased({ ...ids(log), ...payout });
  const held = aDelivered();
  expect(problemAfter(held, paid(held))).toBe(early);
  const contested = afterHold();
  contested.append([purchaseComplained({ ...ids(contested), title: "Hat", reason: "Torn." })]);
  expect(problemAfter(contested, paid(contested))).toBe(early);
  const two = { by: ROOT, reason: "r", confirmedBy: DORA };
  const act = { kind: "release_purchase", purchaseId: THIS, playerId: SELLER, title: "Hat" } as const;
  const ordered = (log: GivenLog) => releaseOrdered({ ...ids(log), ...two });
  const by = agreed({ ...act, price: String(PRICE), isContested: false }, two);
  const right = aDelivered();
  expect(problemAfter(right, ...by, ordered(right), paid(right))).toBeNull();
  const later = aDelivered();
  later.append([...by, ordered(later)]);
  expect(problemAfter(later, paid(later))).toBe(early);
});

it("rejects a hold that is shorter than the settings say, unless two admins ordered the payout", () => {
  const short = "The hold of a sale is shorter than the settings say.";
  const problemOf = (log: GivenLog, releaseAt: number) =>
    problemOfEvents(
      log.events.map((event) =>
        event.type === "PurchaseDelivered" ? { ...event, payload: { ...event.payload, releaseAt } } : event,
      ),
    );
  expect(problemOf(aDelivered(), NOON + 7 * DAY_MS - 1_000)).toBeNull();
  expect(problemOf(aDelivered(), NOON)).toBe(short);
  expect(problemOf(aDelivered(), NOON + 6 * DAY_MS)).toBe(short);
  const held = (releaseAt: number) => {
    const log = aBegun();
    log.append([set({ purchaseHoldHours: "240" })]);
    return problemOf(read(log, { reading: 1 }), releaseAt);
  };
  expect(held(NOON + 10 * DAY_MS)).toBeNull();
  expect(held(NOON + 7 * DAY_MS)).toBe(short);
});

it("rejects a payout past what the seller owes in dollars", () => {
  const paid = (debtPaid: string) => {
    const log = afterHold();
    log.append([{ ...owing("5.00", SELLER), type: "WriterRecovered", stream: "log:recoveries" }]);
    return problemAfter(log, purchaseReleased({ ...ids(log), ...payout, debtPaid }));
  };
  expect(paid("500")).toBeNull();
  for (const debtPaid of ["0", "499", "501"])
    expect(paid(debtPaid)).toBe("PurchaseReleased does not pay the player's debt in dollars first.");
});

it("rejects a payout while part of the price is missing", () => {
  const log = read(aDelivered(), { taken: PRICE });
  log.at += 8 * DAY_MS;
  expect(problemAfter(log, purchaseReleased({ ...ids(log), ...payout }))).toBe(
    "A seller was paid although part of the price is missing.",
  );
});

const SOLD = { listingId: LISTING, sellerId: SELLER, copy: COPY, purchaseId: THIS, buyerId: BUYER } as const;
const delivered = (over: object = {}) =>
  purchaseDelivered({
    ...{
      purchaseId: THIS,
      sellerId: SELLER,
      buyerId: BUYER,
      title: "Hat",
      sellerPayout: "1811",
      releaseAt: NOON,
    },
    ...over,
  });
const alone = (type: string) => `${type} moves a copy without a purchase that says so.`;

it("rejects a copy that goes to somebody else than its buyer, or before the price has arrived", () => {
  const paidPartly = read(aBegun(), { received: PRICE - 1n, status: "processing" });
  expect(problemAfter(aBegun(), listingSold({ ...SOLD, buyerId: "p_thief" }), delivered())).toBe(
    alone("ListingSold"),
  );
  expect(problemAfter(aBegun(), listingSold(SOLD), delivered())).toBe(alone("ListingSold"));
  expect(problemAfter(paidPartly, listingSold(SOLD), delivered())).toBe(alone("ListingSold"));
  expect(problemAfter(aBegun(), listingSold(SOLD))).toBe(alone("ListingSold"));
  expect(problemAfter(aBegun(), delivered())).toBe(
    "PurchaseDelivered has nothing before it that it follows from.",
  );
});

it("rejects a sold copy that is taken from its buyer while the purchase stands", () => {
  const log = aDelivered();
  expect(problemAfter(log, listingReturned(SOLD))).toBe(alone("ListingReturned"));
  const undone = purchaseUndone({
    ...{ ...ids(aDelivered()), title: "Hat", by: null, confirmedBy: null, reason: "r" },
    paymentStatus: "refunding",
  });
  expect(problemAfter(aDelivered(), undone)).toBe(
    "PurchaseUndone has nothing before it that it follows from.",
  );
});

it("rejects a reserved listing that is removed while its purchase goes on", () => {
  const removed = listingRemoved({
    listingId: LISTING,
    sellerId: SELLER,
    by: SELLER,
    copy: COPY,
    reason: null,
  });
  expect(problemAfter(aBegun(), removed)).toBe("A reserved listing was removed while its purchase went on.");
});

it("rejects a purchase on other terms than those of its listing", () => {
  const first = purchaseIn(aBegun()) as Exclude<Purchase, { readonly status: "absent" }>;
  const freed = listingFreed({ listingId: LISTING, sellerId: SELLER, purchaseId: THIS });
  const begins = (over: object) => {
    const terms = { ...first.terms, purchaseId: "u_2", ...over };
    const reserved = { listingId: LISTING, sellerId: SELLER, purchaseId: "u_2", until: terms.until };
    const next = aBegun();
    next.append([freed]);
    return problemAfter(next, purchaseInitiated(terms), listingReserved(reserved));
  };
  expect(begins({})).toBeNull();
  const other = "A purchase began on other terms than those of its listing.";
  for (const over of [
    { sellerId: "p_thief" },
    { copy: "item:101:8" },
    { title: "Cap" },
    { price: "1998", sellerPayout: "1810" },
  ])
    expect(begins(over)).toBe(other);
  const unfair = "A purchase began twice, or on terms that do not add up.";
  expect(begins({ sellerPayout: "1812" })).toBe(unfair);
  expect(begins({ platformFee: "0", paymentFee: "0", sellerPayout: "1999" })).toBe(unfair);
  expect(begins({ paymentFee: "0", sellerPayout: "1899" })).toBe(unfair);
  expect(begins({ method: "crypto" })).toBe(unfair);
  expect(begins({ platformFee: "-100", sellerPayout: "2011" })).toBe(unfair);
  expect(begins({ buyerId: SELLER })).toBe(unfair);
  expect(begins({ purchaseId: THIS })).toBe(unfair);
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
