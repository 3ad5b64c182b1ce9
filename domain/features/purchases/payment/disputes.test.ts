import { describe, expect, it } from "vitest";
import { type Account, house, playerAccount, USD } from "../../../accounts/account.ts";
import { DAY_MS } from "../../../kernel/time.ts";
import type { GivenLog } from "../../../testing/given.ts";
import {
  aBegun,
  BUYER,
  groundIn,
  listingIn,
  PRICE,
  purchaseIn,
  read,
  SELLER,
  THIS,
} from "../../../testing/purchases.ts";
import { receivableAccount } from "../../deposits/events.ts";
import { endRefund, orderRelease } from "../after-delivery.ts";
import { purchaseEscrow } from "../parties.ts";
import { releasePurchase } from "../release.ts";
import { refundWanted } from "./events.ts";

/** The bank took part of it, and two admins had the seller paid nevertheless. */
function releasedByOrder(): GivenLog {
  const log = read(aBegun(), { received: PRICE + 100n }, { received: PRICE + 100n, taken: 500n });
  const ground = { purchase: purchaseIn(log), at: log.at, ...groundIn(log) };
  const order = { by: "p_root", confirmedBy: "p_second", reason: "r" };
  return log.accept(orderRelease(order, { ...ground, buyerHas: false, sellerHas: false }));
}
const statusOf = (log: GivenLog) => [purchaseIn(log).status, listingIn(log).status];
const wantedIn = (log: GivenLog) =>
  log.events.flatMap((event) => (refundWanted.is(event) ? [event.payload.amount] : []));

describe("a payment disputed before its first reading", () => {
  it("closes the purchase: the seller's copy does not wait for the bank", () => {
    expect(statusOf(read(aBegun(), { taken: PRICE }))).toEqual(["closed", "active"]);
  });

  it("delivers after all if the bank decides for the seller and the copy is still for sale", () => {
    expect(statusOf(read(aBegun(), { taken: PRICE }, {}))).toEqual(["delivered", "sold"]);
  });

  it("refunds the buyer what the bank has not taken, and the rest once it comes again", () => {
    const lost = read(aBegun(), { taken: 500n });
    expect(wantedIn(lost)).toEqual([String(PRICE - 500n)]);
    expect(read(lost, { taken: 500n, refunded: PRICE - 500n }).holding(purchaseEscrow(THIS), USD)).toBe(0n);
    expect(wantedIn(read(lost, { taken: 0n, refunded: PRICE - 500n }))).toEqual([
      String(PRICE - 500n),
      "500",
    ]);
  });
});

describe("a second payment of a delivered purchase", () => {
  it("goes back, less what the bank has taken of both", () => {
    const log = read(aBegun(), {}, { received: 2n * PRICE, taken: 500n });
    expect(wantedIn(log)).toEqual([String(PRICE - 500n)]);
    expect(wantedIn(read(aBegun(), {}, { received: 2n * PRICE, taken: PRICE }))).toEqual([]);
  });
});

describe("a second payment after a charge-back", () => {
  const usd = (log: GivenLog, ...accounts: readonly Account[]) =>
    accounts.map((one) => log.holding(one, USD));
  const released = (): GivenLog => {
    const log = read(aBegun(), {});
    log.at += 7 * DAY_MS;
    return log.accept(releasePurchase(purchaseIn(log), { at: log.at, ...groundIn(log) }));
  };
  const twice = { received: 2n * PRICE, taken: PRICE } as const;

  it("compensates the seller's loss, in any order of the two", () => {
    const after = read(released(), { taken: PRICE }, twice);
    const before = read(released(), { received: 2n * PRICE }, twice);
    for (const log of [after, before]) {
      expect(usd(log, playerAccount(SELLER), receivableAccount(SELLER), purchaseEscrow(THIS))).toEqual([
        1_811n,
        0n,
        0n,
      ]);
    }
    expect(wantedIn(after)).toEqual([]);
    // The bank decides for the seller after all: the second payment was one too many.
    expect(wantedIn(read(after, { received: 2n * PRICE }))).toEqual([String(PRICE)]);
  });

  it("pays the seller if the first one was taken back before the release", () => {
    const log = read(aBegun(), {}, { taken: PRICE });
    log.at += 7 * DAY_MS;
    const release = () => releasePurchase(purchaseIn(log), { at: log.at, ...groundIn(log) });
    expect(release()).toMatchObject({ refused: { code: "not_paid" } });
    read(log, twice);
    expect(log.events.at(-1)).toMatchObject({ payload: { paymentStatus: "paid" } });
    expect(release()).toMatchObject({ events: [{ type: "PurchaseReleased" }] });
  });

  it("goes back if the purchase had come to nothing", () => {
    const log = read(aBegun(), { taken: PRICE }, twice);
    expect([statusOf(log), wantedIn(log)]).toEqual([["closed", "active"], [String(PRICE)]]);
    read(log, { ...twice, refunded: PRICE });
    expect(usd(log, purchaseEscrow(THIS))).toEqual([0n]);
  });

  it("pays the debt of a charged buyer, and no seller bears a refund that was on its way", () => {
    const log = releasedByOrder();
    read(log, { received: PRICE + 400n, taken: 500n });
    expect(usd(log, receivableAccount(BUYER), purchaseEscrow(THIS))).toEqual([-200n, 100n]);
    read(log, { received: PRICE + 400n, taken: 500n, refunded: 100n });
    expect(usd(log, receivableAccount(BUYER), purchaseEscrow(THIS), playerAccount(SELLER))).toEqual([
      -200n,
      0n,
      1_811n,
    ]);
  });
});

describe("a refund that nobody makes", () => {
  const order = { by: "p_root", confirmedBy: "p_second", reason: "Paid by transfer." };
  const ended = (log: GivenLog, by = order): GivenLog =>
    log.accept(endRefund(by, { purchase: purchaseIn(log), ...groundIn(log) }));
  const twice = { received: 2n * PRICE } as const;
  const held = (log: GivenLog) =>
    [purchaseEscrow(THIS), house, playerAccount(SELLER)].map((account) => log.holding(account, USD));

  it("can be ended: the house gets its money, the price stays, and it is not due again", () => {
    const log = ended(read(aBegun(), {}, twice));
    expect(held(log)).toEqual([PRICE, PRICE - 88n, 0n]);
    expect(wantedIn(read(log, { ...twice, fee: 89n }))).toEqual([String(PRICE)]);
    expect(() => ended(log)).toThrow("nothing_owed");
  });

  it("is borne by the house if the provider makes it after all", () => {
    const log = read(ended(read(aBegun(), {}, twice)), { ...twice, refunded: PRICE });
    expect(held(log)).toEqual([PRICE, -88n, 0n]);
    expect(wantedIn(read(log, { ...twice, refunded: PRICE, fee: 89n }))).toEqual([String(PRICE)]);
  });

  it("leaves the house to bear what a bank takes of it first, before the seller bears anything", () => {
    const log = ended(read(aBegun(), {}, twice));
    log.at += 7 * DAY_MS;
    log.accept(releasePurchase(purchaseIn(log), { at: log.at, ...groundIn(log) }));
    expect(held(read(log, { ...twice, taken: PRICE }))).toEqual([0n, 188n - 88n, 1_811n]);
  });

  it("keeps nothing of what a bank has taken meanwhile: once that comes again, the item is the buyer's", () => {
    const log = ended(read(aBegun(), { taken: 500n }, { taken: PRICE }));
    expect(held(log)).toEqual([0n, -88n, 0n]);
    expect(statusOf(read(log, {}))).toEqual(["delivered", "sold"]);
    expect(wantedIn(log)).toEqual([String(PRICE - 500n)]);
  });

  it.each([BUYER, SELLER])("cannot be ended by %s, nor can anything else", (by) => {
    const purchase = purchaseIn(read(aBegun(), {}, twice));
    const ground = { purchase, ...groundIn(aBegun()) };
    for (const admins of [
      { ...order, by },
      { ...order, confirmedBy: by },
    ])
      expect(endRefund(admins, ground)).toMatchObject({ refused: { code: "own_purchase" } });
    expect(endRefund(order, { ...ground, purchase: purchaseIn(read(aBegun(), {})) })).toMatchObject({
      refused: { code: "nothing_owed" },
    });
  });
});

describe("a refund on its way when two admins have the seller paid", () => {
  it("is the buyer's debt as well, and no loss of the seller", () => {
    const log = releasedByOrder();
    expect(log.holding(receivableAccount(BUYER), USD)).toBe(-500n);
    read(log, { received: PRICE + 100n, taken: 500n, refunded: 100n });
    expect(log.holding(playerAccount(SELLER), USD)).toBe(1_811n);
    expect(log.holding(purchaseEscrow(THIS), USD)).toBe(0n);
  });
});
