import { describe, expect, it } from "vitest";
import { type Account, type Asset, playerAccount, USD } from "../../accounts/account.ts";
import { accept, type Decision } from "../../kernel/decision.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/time.ts";
import { move } from "../../ledger/posting.ts";
import { carriedOut, codeOf, type GivenLog } from "../../testing/given.ts";
import {
  aDelivered,
  BUYER,
  COPY,
  groundIn,
  observes,
  PRICE,
  purchaseIn,
  SELLER,
  THIS,
  whoHas,
} from "../../testing/purchases.ts";
import { receivableAccount } from "../deposits/events.ts";
import { PAYMENT_METHODS } from "../payment-methods/rules.ts";
import {
  complainOfPurchase,
  confirmPurchase,
  orderRelease,
  reviewPurchase,
  undoPurchase,
} from "./after-delivery.ts";
import { purchaseEscrow } from "./parties.ts";
import { refundWanted } from "./payment/events.ts";
import { releasePurchase } from "./release.ts";
import { COMPLAIN_WITHIN_MS } from "./rules.ts";
import { holdMsOf, purchaseSettings } from "./settings.ts";
import { seeLeft } from "./trade.ts";

const own = { purchaseId: THIS, buyerId: BUYER };
const foreign = { purchaseId: THIS, buyerId: "p_thief" };
const ORDER = { by: "p_root", confirmedBy: "p_second", reason: "r" };
const stateOf = (log: GivenLog) => ({
  ...{ purchase: purchaseIn(log), at: log.at, holdMs: 7 * DAY_MS },
  ...groundIn(log),
});
const confirm = (log: GivenLog, by = own) => confirmPurchase(by, stateOf(log));
const complain = (log: GivenLog, by = own) => complainOfPurchase({ ...by, reason: "Wrong" }, stateOf(log));
const release = (log: GivenLog) =>
  releasePurchase(purchaseIn(log), { at: log.at, holding: groundIn(log).holding });
const review = (log: GivenLog, by = own) =>
  reviewPurchase({ ...by, rating: 4, comment: null, isRecommended: true }, purchaseIn(log));
const undo = (log: GivenLog, order = ORDER) =>
  undoPurchase(order, { purchase: purchaseIn(log), ...whoHas(log) });
const ordered = (log: GivenLog, by = ORDER) => orderRelease(by, { ...stateOf(log), ...whoHas(log) });
/** A provider's reading: the price came, and an amount was taken back, in cents. */
const said =
  (reading: number, taken: bigint, refunded = 0n) =>
  (log: GivenLog) =>
    observes(log, { reading, taken, refunded });
/** An event of which only the postings count here. */
const moved =
  (from: Account, to: Account, { asset, amount }: { readonly asset: Asset; readonly amount: bigint }) =>
  (): Decision =>
    accept(
      [
        {
          type: "Moved",
          schemaVersion: 1,
          stream: "test:1",
          payload: {},
          postings: move({ from, to, asset, amount }),
        },
      ],
      {},
    );
const lose = moved(playerAccount(BUYER), "escrow:game", { asset: COPY, amount: 1n });
/** A sale of the buyer's pays their debt. */
const repay = (amount: bigint) => moved("escrow:sale", receivableAccount(BUYER), { asset: USD, amount });

const logAfter = (...steps: readonly ((log: GivenLog) => Decision)[]): GivenLog =>
  carriedOut(aDelivered(), ...steps);
const hours = (log: GivenLog, count: number): GivenLog => {
  log.at += count * HOUR_MS;
  return log;
};

describe("a complaint", () => {
  it("withholds the seller's payout until an admin decides", () => {
    const log = hours(logAfter(complain), 10_000);
    expect(codeOf(release(log))).toBe("contested");
    expect(codeOf(release(hours(logAfter(), 168)))).toBe("accepted");
  });

  it("is for the buyer alone, once, within 72 hours, and not after a confirmation", () => {
    expect(codeOf(complain(logAfter(), foreign))).toBe("unknown_purchase");
    expect(codeOf(complain(logAfter(), { ...own, buyerId: SELLER }))).toBe("unknown_purchase");
    expect(codeOf(complain(logAfter(complain)))).toBe("contested");
    expect(codeOf(complain(hours(logAfter(), 71)))).toBe("accepted");
    expect(codeOf(complain(hours(logAfter(), 72)))).toBe("confirmed_already");
    expect(codeOf(complain(logAfter(confirm)))).toBe("confirmed_already");
  });
});

describe("a confirmation", () => {
  it("is for the buyer alone and once, and ends neither the hold nor a complaint", () => {
    expect(codeOf(confirm(logAfter(), foreign))).toBe("unknown_purchase");
    expect(codeOf(confirm(logAfter(confirm)))).toBe("confirmed_already");
    expect(codeOf(confirm(logAfter(complain)))).toBe("contested");
    expect(codeOf(release(logAfter(confirm)))).toBe("on_hold");
  });
});

describe("a review", () => {
  it("is for the buyer alone, once, of a purchase whose seller is paid", () => {
    expect(codeOf(review(logAfter()))).toBe("not_released");
    const paid = logAfter((log) => release(hours(log, 168)));
    expect(codeOf(review(paid, foreign))).toBe("unknown_purchase");
    expect(codeOf(review(paid, { ...own, buyerId: SELLER }))).toBe("unknown_purchase");
    expect(codeOf(review(paid))).toBe("accepted");
    expect(codeOf(review(logAfter((log) => release(hours(log, 168)), review)))).toBe("reviewed_already");
    expect(codeOf(review(logAfter(undo)))).toBe("not_released");
  });
});

describe("undoing a purchase", () => {
  it("gives the copy to the seller and requests a refund of all of the money, at once", () => {
    const log = logAfter(undo);
    expect(log.holding(playerAccount(BUYER), COPY)).toBe(0n);
    expect(log.events.at(-1)).toMatchObject({
      type: "RefundWanted",
      payload: { amount: String(PRICE), reason: "undone" },
    });
    for (const again of [undo, confirm, complain, release, ordered])
      expect(codeOf(again(log))).not.toBe("accepted");
  });

  it("is refused if the buyer no longer has the copy, or the seller is paid", () => {
    const gone = { purchase: purchaseIn(logAfter()), buyerHas: false, sellerHas: false };
    expect(codeOf(undoPurchase(ORDER, gone))).toBe("item_gone");
    expect(codeOf(undo(logAfter((log) => release(hours(log, 168)))))).toBe("purchase_over");
  });

  it("returns the copy to a seller whose money a bank took back, and that money to the buyer at most once", () => {
    const log = logAfter(said(2, PRICE));
    expect(codeOf(ordered(log))).toBe("not_paid");
    expect(
      codeOf(undoPurchase(ORDER, { purchase: purchaseIn(log), buyerHas: false, sellerHas: false })),
    ).toBe("item_gone");
    const wantedAfter = (steps: readonly ((given: GivenLog) => Decision)[]) =>
      logAfter(...steps).events.flatMap((event) => (refundWanted.is(event) ? [event.payload.amount] : []));
    expect(logAfter(said(2, PRICE), undo).holding(playerAccount(BUYER), COPY)).toBe(0n);
    expect(wantedAfter([said(2, PRICE), undo, said(3, PRICE)])).toEqual([]);
    // The bank decided for the seller: the money that came again belongs to the buyer, who has no copy any more.
    expect(wantedAfter([said(2, PRICE), undo, said(3, 0n), said(4, 0n)])).toEqual([String(PRICE)]);
    expect(wantedAfter([said(2, 500n), undo, said(3, 0n)])).toEqual([String(PRICE - 500n), "500"]);
    // A failed refund is not the bank's: it is due again while the rest is disputed.
    const failed = [said(2, PRICE - 19n, 19n), undo, said(3, PRICE - 19n, 0n)];
    expect(wantedAfter(failed)).toEqual(["19"]);
  });

  it.each([
    ["the buyer", { ...ORDER, by: BUYER }],
    ["the seller", { ...ORDER, by: SELLER }],
    ["the buyer as the second", { ...ORDER, confirmedBy: BUYER }],
    ["the seller as the second", { ...ORDER, confirmedBy: SELLER }],
  ])("is not for %s, and no order of a release either", (_who, by) => {
    expect(codeOf(undo(logAfter(), by))).toBe("own_purchase");
    expect(codeOf(ordered(logAfter(), by))).toBe("own_purchase");
  });
});

describe("a charge-back for an item that cannot go back", () => {
  const gone = [said(2, PRICE), lose] as const;

  it("ends by an order of two admins: the seller is paid, and the buyer owes what the bank took back", () => {
    const log = logAfter(...gone, ordered);
    expect(log.holding(playerAccount(SELLER), USD)).toBe(1_811n);
    expect(log.holding(receivableAccount(BUYER), USD)).toBe(-PRICE);
    expect(log.holding(purchaseEscrow(THIS), USD)).toBe(0n);
    expect(codeOf(ordered(log))).toBe("not_delivered");
  });

  it("is charged to nobody whose item can go back, and by no release that nobody ordered", () => {
    expect(codeOf(ordered(logAfter(said(2, PRICE))))).toBe("not_paid");
    expect(codeOf(release(hours(logAfter(...gone), 1_000)))).toBe("not_paid");
    const { buyerHas, sellerHas } = { buyerHas: false, sellerHas: false };
    const log = logAfter(lose);
    expect(codeOf(orderRelease(ORDER, { ...stateOf(log), buyerHas, sellerHas }))).toBe("accepted");
    expect(logAfter(lose, ordered).holding(receivableAccount(BUYER), USD)).toBe(0n);
  });

  it("is the buyer's debt for as much as went back, and no more", () => {
    const log = logAfter(said(2, 500n), lose, ordered);
    expect(log.holding(receivableAccount(BUYER), USD)).toBe(-500n);
    expect(log.holding(purchaseEscrow(THIS), USD)).toBe(0n);
  });

  it("pays the debt first if the bank decides for the seller later, and returns payments of it", () => {
    const won = logAfter(...gone, ordered, said(3, 0n));
    expect([receivableAccount(BUYER), playerAccount(BUYER)].map((one) => won.holding(one, USD))).toEqual([
      0n,
      0n,
    ]);
    const repaid = logAfter(...gone, ordered, repay(500n), said(3, 0n), said(4, 0n));
    expect([receivableAccount(BUYER), playerAccount(BUYER)].map((one) => repaid.holding(one, USD))).toEqual([
      0n,
      500n,
    ]);
    expect(repaid.holding(playerAccount(SELLER), USD)).toBe(1_811n);
    const partly = logAfter(...gone, ordered, repay(500n), said(3, 800n));
    expect([receivableAccount(BUYER), playerAccount(BUYER)].map((one) => partly.holding(one, USD))).toEqual([
      -300n,
      0n,
    ]);
  });

  it("is settled if the item was traded and is not at its seller", () => {
    const log = carriedOut(
      aDelivered(false),
      (given) => seeLeft({ seenAt: given.at }, { purchase: purchaseIn(given) }),
      said(2, PRICE),
    );
    const order = (sellerHas: boolean) =>
      orderRelease(ORDER, { ...stateOf(log), buyerHas: false, sellerHas });
    expect(codeOf(order(true))).toBe("not_paid");
    expect(codeOf(order(false))).toBe("accepted");
  });
});

describe("an order of two admins", () => {
  it("pays the seller before the hold is over and despite a complaint, once", () => {
    const log = logAfter(complain, ordered);
    expect(log.holding(playerAccount(SELLER), USD)).toBe(1_811n);
    expect(codeOf(ordered(log))).toBe("not_delivered");
    expect(codeOf(undo(log))).toBe("purchase_over");
  });
});

const settings = (values: { readonly [name: string]: string } = {}) => ({ version: 1, values });

describe("the hold of a purchase", () => {
  it("is a week, and for crypto a day more than the buyer has to complain", () => {
    expect(PAYMENT_METHODS.map((method) => [method, holdMsOf(settings(), method) / DAY_MS])).toEqual([
      ["paypal", 7],
      ["cashapp", 7],
      ["stripe", 7],
      ["crypto", 4],
    ]);
  });

  it("is set for crypto separately, and never ends before the buyer may complain", () => {
    const changed = settings({ cryptoHoldHours: "100" });
    expect(holdMsOf(changed, "crypto")).toBe(100 * HOUR_MS);
    expect(holdMsOf(changed, "stripe")).toBe(7 * DAY_MS);
    const least = purchaseSettings.find(({ name }) => name === "cryptoHoldHours")?.least ?? 0n;
    expect(Number(least) * HOUR_MS).toBe(COMPLAIN_WITHIN_MS);
  });
});
