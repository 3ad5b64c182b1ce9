import { describe, expect, it } from "vitest";
import { playerAccount, USD } from "../../accounts/account.ts";
import { formatMinor } from "../../kernel/money.ts";
import { DORA, EMIL, granted, people, ROOT } from "../../testing/deposits.ts";
import { carriedOut, codeOf, type GivenLog, NOON } from "../../testing/given.ts";
import { handedOver } from "../../testing/items.ts";
import { confirms, proposedBy, shownOf, shownPerson, wants } from "../../testing/proposals.ts";
import {
  aBegun,
  aDelivered,
  BUYER,
  COPY,
  PRICE,
  purchaseIn,
  read,
  SELLER,
  THIS,
} from "../../testing/purchases.ts";
import { playerStream } from "../players/events.ts";
import { complainOfPurchase } from "./after-delivery.ts";
import { seeLeft } from "./trade.ts";

const refund = { kind: "refund_purchase", purchaseId: THIS } as const;
const release = { kind: "release_purchase", purchaseId: THIS } as const;
const end = { kind: "end_refund", purchaseId: THIS } as const;

/** The same log, with admins in it. */
function withAdmins(log: GivenLog): GivenLog {
  log.append(people.filter(({ stream }) => stream !== playerStream(SELLER)));
  return log;
}
const delivered = () => withAdmins(aDelivered());
/** Paid, and to be traded by its seller. */
const awaiting = () => withAdmins(aDelivered(false));
const complained = (log: GivenLog) =>
  log.accept(
    complainOfPurchase(
      { purchaseId: THIS, buyerId: BUYER, reason: "Wrong" },
      { purchase: purchaseIn(log), at: log.at },
    ),
  );
const left = (log: GivenLog) => log.accept(seeLeft({ seenAt: log.at }, { purchase: purchaseIn(log) }));
const loses = (log: GivenLog) => log.append([handedOver(playerAccount(BUYER), "escrow:game", COPY)]);
const typesOf = (log: GivenLog, by: number): readonly string[] =>
  log.events.slice(by).map(({ type }) => type);
const dollars = (log: GivenLog, playerId: string) => log.holding(playerAccount(playerId), USD);

describe("a refund by an admin", () => {
  it("takes one admin while the buyer complains, and the copy goes back at once", () => {
    const log = complained(delivered());
    const before = log.events.length;
    carriedOut(log, wants(ROOT, refund));
    expect(typesOf(log, before)).toEqual(["ListingReturned", "PurchaseUndone", "RefundWanted"]);
    expect(log.holding(playerAccount(BUYER), COPY)).toBe(0n);
  });

  it("takes two admins while nobody complains", () => {
    for (const log of [delivered(), awaiting()]) {
      const before = log.events.length;
      carriedOut(log, wants(ROOT, refund));
      expect(typesOf(log, before)).toEqual(["ProposalMade"]);
      carriedOut(log, confirms(DORA));
      expect(purchaseIn(log)).toMatchObject({ status: "undone", wanted: String(PRICE) });
    }
  });

  it("is decided on who has the copy: a copy that the buyer has lost cannot go back", () => {
    const log = complained(delivered());
    loses(log);
    expect(codeOf(wants(ROOT, refund)(log))).toBe("item_gone");
  });

  it("is proposed anew once the buyer complains, or the copy has left its seller", () => {
    const contested = complained(carriedOut(delivered(), wants(ROOT, refund)));
    expect(codeOf(confirms(DORA)(contested))).toBe("proposal_stale");
    const traded = left(carriedOut(awaiting(), wants(ROOT, refund)));
    expect(codeOf(confirms(DORA)(traded))).toBe("proposal_stale");
    carriedOut(traded, wants(EMIL, refund, "prop_2"), confirms(DORA, "prop_2"));
    expect(purchaseIn(traded).status).toBe("undone");
  });

  it("that is no longer possible says why, and not that its proposal is stale", () => {
    const log = carriedOut(delivered(), wants(ROOT, refund, "prop_1"), wants(ROOT, release, "prop_2"));
    carriedOut(log, confirms(DORA, "prop_2"));
    expect(codeOf(confirms(DORA, "prop_1")(log))).toBe("purchase_over");
  });
});

describe("an order to pay a seller", () => {
  it("takes two admins, before the hold is over and despite a complaint", () => {
    for (const log of [delivered(), complained(delivered()), awaiting()]) {
      carriedOut(log, wants(ROOT, release));
      expect(dollars(log, SELLER)).toBe(0n);
      carriedOut(log, confirms(DORA));
      expect([purchaseIn(log).status, dollars(log, SELLER)]).toEqual(["released", 1_811n]);
    }
  });

  it("shows what the buyer will owe, and is proposed anew when that changes", () => {
    const log = delivered();
    loses(log);
    carriedOut(log, wants(ROOT, release));
    expect(log.events.at(-1)?.payload.act).not.toHaveProperty("charged");
    read(log, { taken: 500n });
    expect(codeOf(confirms(DORA)(log))).toBe("proposal_stale");
    carriedOut(log, wants(ROOT, release, "prop_2"));
    expect(log.events.at(-1)).toMatchObject({ payload: { act: { charged: "500", playerId: SELLER } } });
    const before = log.events.length;
    carriedOut(log, confirms(DORA, "prop_2"));
    expect(typesOf(log, before)).toContain("BuyerCharged");
  });

  it("charges nobody whose item can go back", () => {
    const log = read(delivered(), { taken: 500n });
    expect(codeOf(wants(ROOT, release)(log))).toBe("not_paid");
  });
});

describe("an end of a refund", () => {
  const twice = { received: 2n * PRICE } as const;

  it("takes two admins, and is proposed anew when its amount changes", () => {
    const log = carriedOut(read(delivered(), twice), wants(ROOT, end));
    expect(log.events.at(-1)).toMatchObject({ payload: { act: { amount: String(PRICE), playerId: BUYER } } });
    const refunded = read(log, { ...twice, refunded: 100n });
    expect(codeOf(confirms(DORA)(refunded))).toBe("proposal_stale");
    carriedOut(refunded, wants(ROOT, end, "prop_2"), confirms(DORA, "prop_2"));
    expect(refunded.events.at(-1)).toMatchObject({
      type: "RefundEnded",
      payload: { amount: String(PRICE - 100n), by: ROOT, confirmedBy: DORA },
    });
  });
});

describe("every act on a purchase", () => {
  it("knows no purchase that there is not", () => {
    for (const act of [refund, release, end])
      expect(codeOf(wants(ROOT, { ...act, purchaseId: "u_none" })(delivered()))).toBe("unknown_purchase");
  });

  it("is not proposed or confirmed by an admin who is its buyer or seller", () => {
    for (const party of [BUYER, SELLER]) {
      const log = read(delivered(), { received: 2n * PRICE });
      log.append([{ ...granted(party), recordedAt: NOON - 7 * 24 * 3_600_000 }]);
      for (const act of [refund, release, end]) {
        expect(codeOf(wants(party, act)(log))).toBe("own_purchase");
        const proposed = carriedOut(read(delivered(), { received: 2n * PRICE }), wants(ROOT, act));
        proposed.append([{ ...granted(party), recordedAt: NOON - 7 * 24 * 3_600_000 }]);
        expect(codeOf(confirms(party)(proposed))).toBe("own_purchase");
      }
    }
  });

  it("changes nothing of a purchase that is not paid", () => {
    const log = withAdmins(aBegun());
    for (const [act, code] of [
      [refund, "not_delivered"],
      [release, "not_delivered"],
      [end, "nothing_owed"],
    ] as const)
      expect(codeOf(wants(ROOT, act)(log))).toBe(code);
  });
});

describe("the second admin of a purchase", () => {
  const { title, price } = (() => {
    const purchase = purchaseIn(aDelivered());
    if (purchase.status === "absent") throw new Error("it was delivered");
    return purchase.terms;
  })();
  const of = { purchaseId: THIS, title, price: formatMinor(BigInt(price)) };

  it("sees the price in dollars, and who benefits: the buyer of a refund, the seller of a release", () => {
    expect(of.price).toMatch(/^\d+\.\d\d$/);
    const shown = { ...of, isContested: false, charged: null };
    expect(proposedBy(ROOT, refund, delivered())).toEqual({
      ...{ ...shown, kind: "refund_purchase", player: shownPerson(BUYER) },
    });
    expect(proposedBy(ROOT, release, delivered())).toEqual({
      ...{ ...shown, kind: "release_purchase", player: shownPerson(SELLER) },
    });
  });

  it("sees whether the buyer complained", () => {
    expect(proposedBy(ROOT, release, complained(delivered()))).toMatchObject({ isContested: true });
  });

  it("sees what the buyer will owe for a release, in dollars", () => {
    const act = { ...release, playerId: SELLER, title, price, isContested: false, charged: "705" };
    expect(shownOf(act)).toMatchObject({ charged: "7.05", price: of.price });
  });

  it("sees the refund that would not be made, in dollars", () => {
    const act = { ...end, playerId: BUYER, title, amount: "1205" };
    const shown = { ...{ kind: "end_refund", purchaseId: THIS, title }, player: shownPerson(BUYER) };
    expect(shownOf(act)).toEqual({ ...shown, amount: "12.05" });
  });
});
