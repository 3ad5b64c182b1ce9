import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../kernel/time.ts";
import type { GivenLog } from "../../testing/given.ts";
import { unfinishedIn } from "../../testing/players.ts";
import {
  aBegun,
  aDelivered,
  BUYER,
  groundIn,
  PRICE,
  purchaseIn,
  read,
  SELLER,
  THIS,
  whoHas,
} from "../../testing/purchases.ts";
import { complainOfPurchase, confirmPurchase, endRefund, undoPurchase } from "./after-delivery.ts";
import { releasePurchase } from "./release.ts";

const ORDER = { by: "p_root", confirmedBy: "p_second", reason: "r" };
const [PAYS, BUYS, SELLS, BACK] = [
  "Your purchases have to be paid or cancelled.",
  "Your purchases have to arrive and be paid out to their sellers.",
  "Your sales have to be paid to you, or taken back.",
  "Refunds of your purchases have to reach you.",
];

const state = (log: GivenLog) => ({
  purchase: purchaseIn(log),
  at: log.at,
  holdMs: 7 * DAY_MS,
  ...groundIn(log),
});
const own = { purchaseId: THIS, buyerId: BUYER };
/** Why buyer and seller cannot be erased, as far as this purchase is concerned. */
const bound = (log: GivenLog) =>
  [BUYER, SELLER].map((playerId) =>
    unfinishedIn(log, playerId).join(" ").replace("Your listings have to be sold or removed.", "").trim(),
  );

describe("erasing a player", () => {
  it("waits while a purchase is unpaid, on hold, confirmed, complained about, or disputed", () => {
    expect(bound(aBegun())).toEqual([PAYS, ""]);
    expect(bound(aDelivered())).toEqual([BUYS, SELLS]);
    const confirmed = aDelivered();
    expect(bound(confirmed.accept(confirmPurchase(own, state(confirmed))))).toEqual([BUYS, SELLS]);
    const contested = aDelivered();
    expect(bound(contested.accept(complainOfPurchase({ ...own, reason: "r" }, state(contested))))).toEqual([
      BUYS,
      SELLS,
    ]);
    expect(bound(read(aDelivered(), { taken: PRICE }))).toEqual([BUYS, SELLS]);
    expect(bound(aDelivered(false))).toEqual([BUYS, SELLS]);
  });

  it("waits no longer once the seller is paid", () => {
    const log = aDelivered();
    log.at += 7 * DAY_MS;
    expect(bound(log.accept(releasePurchase(purchaseIn(log), state(log))))).toEqual(["", ""]);
  });

  it("waits for a buyer until the refund of an undone purchase has arrived, or was given up", () => {
    const taken = () => {
      const log = aDelivered();
      return log.accept(undoPurchase(ORDER, { purchase: purchaseIn(log), ...whoHas(log) }));
    };
    expect(bound(taken())).toEqual([BACK, ""]);
    expect(bound(read(taken(), { refunded: PRICE - 1n }))).toEqual([BACK, ""]);
    expect(bound(read(taken(), { refunded: PRICE }))).toEqual(["", ""]);
    const log = taken();
    expect(bound(log.accept(endRefund(ORDER, state(log))))).toEqual(["", ""]);
  });

  it("waits for refunds of late or short payments, and for a refund that failed after it had arrived", () => {
    const little = read(aBegun(), { received: 5n });
    expect(bound(little)).toEqual([BACK, ""]);
    expect(bound(read(little, { received: 5n, refunded: 5n }))).toEqual(["", ""]);
    expect(bound(read(aBegun(), { status: "expired", received: 0n }))).toEqual(["", ""]);
    const twice = read(aDelivered(), { received: 2n * PRICE });
    twice.at += 7 * DAY_MS;
    expect(bound(twice.accept(releasePurchase(purchaseIn(twice), state(twice))))).toEqual([BACK, ""]);
  });
});
