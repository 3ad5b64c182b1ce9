import { describe, expect, it } from "vitest";
import { playerAccount, USD } from "../../accounts/account.ts";
import { DAY_MS } from "../../kernel/time.ts";
import type { GivenLog } from "../../testing/given.ts";
import {
  aBegun,
  BUYER,
  listingIn,
  owedIn,
  PRICE,
  purchaseIn,
  SELLER,
  THIS,
} from "../../testing/purchases.ts";
import { receivableAccount } from "../deposits/events.ts";
import { orderRelease } from "./after.ts";
import { purchaseEscrow, refundWanted } from "./events.ts";
import { type ObservePayment, observePayment } from "./observe.ts";

/** Books readings, each with what differs from a payment in full. */
function read(log: GivenLog, ...readings: readonly Partial<ObservePayment>[]): GivenLog {
  for (const said of readings) {
    const purchase = purchaseIn(log);
    const reading = log.events.length;
    const decision = observePayment(
      {
        ...{ purchaseId: THIS, provider: "stripe", reading, status: "paid", received: PRICE },
        ...{ refunded: 0n, offered: 0n, taken: 0n, fee: 88n, ...said },
      },
      {
        ...{ at: log.at, purchase, listing: listingIn(log), owes: owedIn(log), holdMs: 7 * DAY_MS },
        sellerHas: log.holding(playerAccount(SELLER), USD),
      },
    );
    if ("refused" in decision) throw new Error(decision.refused.code);
    log.append(decision.events);
  }
  return log;
}
const statusOf = (log: GivenLog) => [purchaseIn(log).status, listingIn(log).status];
const wantedIn = (log: GivenLog) =>
  log.events.flatMap((event) => (refundWanted.is(event) ? [event.payload.amount] : []));

describe("a payment that is disputed before it was read", () => {
  it("closes the purchase, for the seller's copy does not wait for the bank", () => {
    expect(statusOf(read(aBegun(), { taken: PRICE }))).toEqual(["closed", "active"]);
  });

  it("delivers after all where the bank decides for the seller and the copy is still for sale", () => {
    expect(statusOf(read(aBegun(), { taken: PRICE }, {}))).toEqual(["delivered", "sold"]);
  });

  it("gives the buyer back what the bank has not taken, and the rest once it comes again", () => {
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
  it("goes back but for what the bank has taken of both", () => {
    const log = read(aBegun(), {}, { received: 2n * PRICE, taken: 500n });
    expect(wantedIn(log)).toEqual([String(PRICE - 500n)]);
    expect(wantedIn(read(aBegun(), {}, { received: 2n * PRICE, taken: PRICE }))).toEqual([]);
  });
});

describe("a refund on its way when two admins have the seller paid", () => {
  it("is the buyer's debt as well, and no loss of the seller", () => {
    const log = read(aBegun(), { received: PRICE + 100n }, { received: PRICE + 100n, taken: 500n });
    const decision = orderRelease(
      { by: "p_root", confirmedBy: "p_second", reason: "r" },
      { purchase: purchaseIn(log), at: log.at, owes: 0n, buyerHas: false, sellerHas: false },
    );
    if ("refused" in decision) throw new Error(decision.refused.code);
    log.append(decision.events);
    expect(log.holding(receivableAccount(BUYER), USD)).toBe(-500n);
    read(log, { received: PRICE + 100n, taken: 500n, refunded: 100n });
    expect(log.holding(playerAccount(SELLER), USD)).toBe(1_811n);
    expect(log.holding(purchaseEscrow(THIS), USD)).toBe(0n);
  });
});
