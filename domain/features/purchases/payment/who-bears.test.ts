import { describe, expect, it } from "vitest";
import { house, playerAccount, USD } from "../../../accounts/account.ts";
import { DAY_MS } from "../../../kernel/time.ts";
import type { GivenLog } from "../../../testing/given.ts";
import { aDelivered, groundIn, PRICE, purchaseIn, read, SELLER, THIS } from "../../../testing/purchases.ts";
import { receivableAccount } from "../../deposits/events.ts";
import { endRefund } from "../after-delivery.ts";
import { purchaseEscrow } from "../parties.ts";
import { releasePurchase } from "../release.ts";

const FEE = 88n;
const PAYOUT = 1_811n;
const released = (): GivenLog => {
  const log = aDelivered();
  log.at += 7 * DAY_MS;
  return log.accept(releasePurchase(purchaseIn(log), { at: log.at, ...groundIn(log) }));
};
/** What escrow, seller and house have, and what the seller owes. */
const held = (log: GivenLog) => ({
  escrow: log.holding(purchaseEscrow(THIS), USD),
  seller: log.holding(playerAccount(SELLER), USD),
  owed: -log.holding(receivableAccount(SELLER), USD),
  house: log.holding(house, USD) + FEE,
});

describe("more going back than ever came", () => {
  it("is borne by the house before the seller is paid, and never by the seller", () => {
    const log = read(aDelivered(), { taken: PRICE + 500n });
    expect(held(log)).toEqual({ escrow: 0n, seller: 0n, owed: 0n, house: -500n });
    expect(held(read(log, {}))).toEqual({ escrow: PRICE, seller: 0n, owed: 0n, house: 0n });
  });
});

describe("less having come than was known", () => {
  it("lessens the escrow before the seller is paid", () => {
    const log = read(aDelivered(), { received: PRICE - 300n });
    expect(held(log)).toEqual({ escrow: PRICE - 300n, seller: 0n, owed: 0n, house: 0n });
  });

  it("is covered by the house once the seller is paid, until it has come after all", () => {
    const log = read(released(), { received: PRICE - 300n });
    expect(held(log)).toEqual({ escrow: 0n, seller: PAYOUT, owed: 0n, house: 188n - 300n });
    expect(held(read(log, {}))).toEqual({ escrow: 0n, seller: PAYOUT, owed: 0n, house: 188n });
  });
});

describe("a second payment after a loss", () => {
  it("makes good the seller's debt first, then what they lost, and never more than came", () => {
    const log = read(released(), { taken: PRICE });
    expect(held(log)).toEqual({ escrow: 0n, seller: 0n, owed: 188n, house: 188n });
    read(log, { received: PRICE + 300n, taken: PRICE });
    expect(held(log)).toEqual({ escrow: 0n, seller: 112n, owed: 0n, house: 188n });
    read(log, { received: 2n * PRICE + 300n, taken: PRICE });
    expect(held(log)).toEqual({ escrow: 300n, seller: PAYOUT, owed: 0n, house: 188n });
  });
});

describe("a refund that two admins have ended", () => {
  const order = { by: "p_root", confirmedBy: "p_second", reason: "Paid by transfer." };

  it("leaves its money with the house while a later refund is made from the escrow", () => {
    const log = read(aDelivered(), { received: 2n * PRICE });
    log.accept(endRefund(order, { purchase: purchaseIn(log), ...groundIn(log) }));
    expect(held(log)).toMatchObject({ escrow: PRICE, house: PRICE });
    read(log, { received: 3n * PRICE }, { received: 3n * PRICE, refunded: PRICE });
    expect(held(log)).toMatchObject({ escrow: PRICE, house: PRICE });
    // Only what is refunded beyond that is the ended one, made after all.
    read(log, { received: 3n * PRICE, refunded: PRICE + 700n });
    expect(held(log)).toMatchObject({ escrow: PRICE, house: PRICE - 700n });
  });
});
