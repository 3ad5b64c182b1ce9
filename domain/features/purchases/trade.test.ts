import { describe, expect, it } from "vitest";
import { playerAccount, USD } from "../../accounts/account.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/time.ts";
import { carriedOut, codeOf, type GivenLog } from "../../testing/given.ts";
import { playerIn, registered } from "../../testing/players.ts";
import {
  aBegun,
  aDelivered,
  BUYER,
  COPY,
  groundIn,
  LISTING,
  listingIn,
  PRICE,
  purchaseIn,
  SELLER,
  THIS,
  whoHas,
} from "../../testing/purchases.ts";
import { listingEscrow, listingFreed } from "../listings/events.ts";
import { closeGone } from "../listings/sell.ts";
import { playerSuspended } from "../roles/events.ts";
import {
  complainOfPurchase,
  confirmPurchase,
  isItemGone,
  orderRelease,
  undoPurchase,
} from "./after-delivery.ts";
import { initiatePurchase } from "./buy.ts";
import { endTrade, seeLeft, seeTraded } from "./trade.ts";

const ORDER = { by: "p_root", confirmedBy: "p_second", reason: "r" };
const paid = () => aDelivered(false);
const now = (log: GivenLog) => ({ purchase: purchaseIn(log), at: log.at, holdMs: 7 * DAY_MS });
const seen = (log: GivenLog) => seeTraded({ seenAt: log.at }, now(log));
const left = (log: GivenLog) => seeLeft({ seenAt: log.at }, now(log));
const end = (log: GivenLog) => endTrade(purchaseIn(log), log.at);
const said = (log: GivenLog, buyerId = BUYER) => confirmPurchase({ purchaseId: THIS, buyerId }, now(log));
const order = (log: GivenLog) => orderRelease(ORDER, { ...now(log), ...whoHas(log), ...groundIn(log) });
const undo = (log: GivenLog) =>
  undoPurchase(ORDER, {
    purchase: purchaseIn(log),
    buyerHas: log.holding(playerAccount(BUYER), COPY) === 1n,
    sellerHas: log.holding(playerAccount(SELLER), COPY) === 0n,
  });
const later = (log: GivenLog, hours: number): GivenLog => {
  log.at += hours * HOUR_MS;
  return log;
};
const escrowed = (log: GivenLog) => log.holding(listingEscrow(LISTING), COPY);
const statusOf = (log: GivenLog) => purchaseIn(log).status;

describe("a copy outside of custody, once it is paid for", () => {
  it("stays in escrow until a sync sees it at the buyer, or the buyer confirms it", () => {
    expect([statusOf(paid()), escrowed(paid())]).toEqual(["awaiting", 1n]);
    for (const step of [seen, said])
      expect([statusOf(carriedOut(paid(), step)), escrowed(carriedOut(paid(), step))]).toEqual([
        "delivered",
        0n,
      ]);
  });

  it("is confirmed by its buyer's word, and held for its seller from then on", () => {
    const log = later(paid(), 2);
    const { holdMs } = now(log);
    expect(said(log)).toMatchObject({
      events: [
        { type: "ListingTraded", payload: { proof: "said" } },
        { type: "PurchaseDelivered", payload: { releaseAt: log.at + holdMs } },
        { type: "PurchaseConfirmed" },
      ],
    });
  });

  it("is not delivered by the word of its seller, or of a stranger, or by earlier sightings", () => {
    expect([codeOf(said(paid(), SELLER)), codeOf(said(paid(), "p_thief"))]).toEqual([
      "unknown_purchase",
      "unknown_purchase",
    ]);
    const log = later(paid(), 1);
    expect(codeOf(seeTraded({ seenAt: log.at - 2 * HOUR_MS }, now(log)))).toBe("not_awaited");
    expect(codeOf(seeLeft({ seenAt: log.at - 2 * HOUR_MS }, now(log)))).toBe("not_awaited");
    expect(statusOf(carriedOut(log, left))).toBe("awaiting");
  });

  it("goes back to its seller after 24 hours, and the money to the buyer", () => {
    expect(codeOf(end(later(paid(), 23)))).toBe("too_early");
    const log = carriedOut(later(paid(), 24), end);
    expect([statusOf(log), escrowed(log), listingIn(log).status]).toEqual(["undone", 0n, "removed"]);
    expect(log.events.at(-1)).toMatchObject({ type: "RefundWanted", payload: { amount: String(PRICE) } });
    for (const step of [seen, said, left, end, order]) expect(codeOf(step(log))).not.toBe("accepted");
  });

  it("is for two admins to decide on when it has left its seller and nobody says where it is", () => {
    const silent = () => later(carriedOut(paid(), left), 100);
    expect(codeOf(end(silent()))).toBe("copy_left");
    const log = carriedOut(silent(), order);
    expect([statusOf(log), log.holding(playerAccount(SELLER), USD)]).toEqual(["released", 1_811n]);
    expect(escrowed(log)).toBe(0n);
    expect(log.events.slice(-4)).toMatchObject([
      { type: "ReleaseOrdered", payload: { by: ORDER.by, confirmedBy: ORDER.confirmedBy } },
      { type: "ListingTraded", payload: { proof: "admins" } },
      { type: "PurchaseDelivered" },
      { type: "PurchaseReleased" },
    ]);
    expect(statusOf(carriedOut(silent(), undo))).toBe("undone");
  });

  it("is complained about only after delivery, and refunded only once it is seen at its seller again", () => {
    const complain = (log: GivenLog) =>
      complainOfPurchase({ purchaseId: THIS, buyerId: BUYER, reason: "r" }, now(log));
    expect(codeOf(complain(paid()))).toBe("not_delivered");
    const log = carriedOut(paid(), seen, complain);
    const purchase = purchaseIn(log);
    expect(codeOf(undoPurchase(ORDER, { purchase, buyerHas: true, sellerHas: false }))).toBe("item_gone");
    const back = undoPurchase(ORDER, { purchase, buyerHas: false, sellerHas: true });
    expect(back).toMatchObject({
      events: [{ type: "PurchaseUndone" }, { type: "RefundWanted", payload: { amount: String(PRICE) } }],
    });
    log.accept(back);
    expect(statusOf(log)).toBe("undone");
  });
});

it("a traded copy can go back for as long as its seller has it, whatever the buyer has", () => {
  const delivered = purchaseIn(carriedOut(paid(), seen));
  expect(isItemGone(delivered, { buyerHas: false, sellerHas: true })).toBe(false);
  expect(isItemGone(delivered, { buyerHas: true, sellerHas: false })).toBe(true);
  const undone = purchaseIn(carriedOut(later(paid(), 24), end));
  expect(isItemGone(undone, { buyerHas: false, sellerHas: false })).toBe(false);
});

describe("buying a copy outside of custody", () => {
  const buy = (isSighted: boolean, ...before: Parameters<GivenLog["append"]>[0]) => {
    const log = aBegun(false);
    const freed = listingFreed({ listingId: LISTING, sellerId: SELLER, purchaseId: THIS });
    log.append([freed, registered(SELLER), registered("p_carol"), ...before]);
    return codeOf(
      initiatePurchase(
        { purchaseId: "u_2", listingId: LISTING, buyerId: "p_carol", method: "stripe" },
        {
          ...{
            at: log.at,
            listing: listingIn(log),
            hasEmail: true,
            methods: ["stripe"],
            dailyMost: 1_000_000n,
            isSighted,
          },
          ...{ buyer: playerIn(log, "p_carol"), seller: playerIn(log, SELLER) },
        },
      ),
    );
  };

  it("requires it at its seller by the latest sync, and a seller who is not suspended", () => {
    expect(buy(true)).toBe("accepted");
    expect(buy(false)).toBe("not_available");
    expect(buy(true, playerSuspended(SELLER, { by: "p_root", reason: "r" }))).toBe("not_available");
  });

  it("ends when the copy is seen elsewhere while nobody pays for it; one in custody does not", () => {
    const log = aBegun(false);
    expect(codeOf(closeGone(LISTING, listingIn(log)))).toBe("not_active");
    const freed = listingFreed({ listingId: LISTING, sellerId: SELLER, purchaseId: THIS });
    log.append([freed]);
    expect(codeOf(closeGone(LISTING, listingIn(log)))).toBe("accepted");
    const kept = aBegun(true);
    kept.append([freed]);
    expect(codeOf(closeGone(LISTING, listingIn(kept)))).toBe("not_active");
  });
});
