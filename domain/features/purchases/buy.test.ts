import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../kernel/time.ts";
import { codeOf, GivenLog, NOON } from "../../testing/given.ts";
import { playerIn, registered } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import {
  aBegun,
  aDelivered,
  BUYER,
  LISTING,
  listingIn,
  PRICE,
  purchaseIn,
  read,
  SELLER,
  THIS,
} from "../../testing/purchases.ts";
import { listingOpened, listingReserved, listingStream } from "../listings/events.ts";
import { listingStreamKind } from "../listings/listing.ts";
import {
  ageAsked,
  ageRefused,
  regionNoted,
  selfExclusionBegun,
  timeOutBegun,
} from "../responsible-play/events.ts";
import { playerSuspended } from "../roles/events.ts";
import { type BuyContext, giveUpPurchase, initiatePurchase } from "./buy.ts";
import { purchaseClosed, purchaseDelivered, purchaseInitiated } from "./events.ts";
import { failPurchase } from "./payment/observe.ts";
import { DAILY_PURCHASES_MAX, OPEN_PURCHASES_MAX, UNPAID_PURCHASES_MAX } from "./rules.ts";
import { openMethodsOf } from "./settings.ts";

const SETTINGS = { version: 1, values: {} };
const ALL = ["stripe", "cashapp", "paypal", "crypto"] as const;

function aShop(price = PRICE): GivenLog {
  const log = new GivenLog();
  const offer = { category: null, condition: "good", description: null, title: "Hat" } as const;
  log.append([
    registered(BUYER),
    registered(SELLER),
    listingOpened({
      ...{ listingId: LISTING, sellerId: SELLER, ...offer, paymentMethods: [...ALL], price: String(price) },
      ...{ copy: "item:101:7", inCustody: true, serial: null },
    }),
  ]);
  return log;
}
const begun = (purchaseId: string, at: number, price = PRICE) =>
  purchaseInitiated({
    ...{ purchaseId, buyerId: BUYER, sellerId: SELLER, listingId: `l_${purchaseId}`, copy: "item:101:8" },
    ...{ title: "Hat", method: "stripe", price: String(price), until: at + 31 * 60_000 },
    ...{ platformFee: "100", paymentFee: "88", sellerPayout: "1811" },
  });
const delivered = (purchaseId: string) =>
  purchaseDelivered({
    ...{ purchaseId, buyerId: BUYER, sellerId: SELLER },
    ...{ title: "Hat", sellerPayout: "1811", releaseAt: NOON },
  });
const closed = (purchaseId: string) =>
  purchaseClosed({ purchaseId, buyerId: BUYER, sellerId: SELLER, paymentStatus: "expired" });

function buying(log: GivenLog, change: Partial<BuyContext> = {}, buyerId = BUYER) {
  return initiatePurchase(
    { purchaseId: "u_new", listingId: LISTING, buyerId, method: "paypal" },
    {
      at: NOON,
      buyer: playerIn(log, buyerId),
      listing: log.stream(listingStreamKind, listingStream(LISTING)),
      ...{ seller: playerIn(log, SELLER), isSighted: true },
      ...{ hasEmail: true, methods: ALL, dailyMost: 10n * PRICE, ...change },
    },
  );
}
function buys(log: GivenLog, change: Partial<BuyContext> = {}, buyerId = BUYER): string {
  const decision = buying(log, change, buyerId);
  return "refused" in decision ? decision.refused.code : "bought";
}

describe("a purchase that its buyer gives up", () => {
  const givesUp = (log: GivenLog, buyerId = BUYER) =>
    giveUpPurchase({ purchaseId: THIS, buyerId }, purchaseIn(log));

  it("ends once the provider says that nobody has paid, and is given up once", () => {
    const log = aBegun();
    expect(givesUp(log)).toMatchObject({ events: [{ type: "PurchaseGivenUp", postings: [] }] });
    log.accept(givesUp(log));
    expect(purchaseIn(log).status).toBe("open");
    expect(givesUp(log)).toEqual({ events: [], answer: { id: THIS } });
    read(log, { status: "expired", received: 0n, fee: 0n });
    expect(log.events.find(({ type }) => type === "PurchaseClosed")?.payload.paymentStatus).toBe("cancelled");
    expect([purchaseIn(log).status, listingIn(log).status]).toEqual(["closed", "active"]);
  });

  it("is the buyer's own, and one for which nothing has arrived", () => {
    for (const other of [SELLER, "p_thief"])
      expect(codeOf(givesUp(aBegun(), other))).toBe("unknown_purchase");
    expect(codeOf(givesUp(new GivenLog()))).toBe("unknown_purchase");
    const underpaid = read(aBegun(), { status: "open", received: 1n, fee: 0n });
    expect([purchaseIn(underpaid).status, codeOf(givesUp(underpaid))]).toEqual(["open", "not_open"]);
    expect(codeOf(givesUp(aDelivered()))).toBe("not_open");
  });
});

describe("a purchase for which no payment could be begun", () => {
  it("is closed, its item is for sale again, and it counts as no unpaid one", () => {
    const log = aBegun();
    log.accept(failPurchase(purchaseIn(log), listingIn(log)));
    expect([purchaseIn(log).status, listingIn(log).status]).toEqual(["closed", "active"]);
    expect(log.events.at(-2)?.payload).toMatchObject({ purchaseId: THIS, paymentStatus: "failed" });
    expect(codeOf(failPurchase(purchaseIn(log), listingIn(log)))).toBe("not_open");
    expect(codeOf(failPurchase(purchaseIn(aDelivered()), listingIn(log)))).toBe("not_open");
  });

  it("frees no listing that another purchase keeps", () => {
    const log = aBegun();
    log.append([listingReserved({ listingId: LISTING, sellerId: SELLER, purchaseId: "u_2", until: NOON })]);
    const decision = failPurchase(purchaseIn(log), listingIn(log));
    expect("events" in decision && decision.events.map(({ type }) => type)).toEqual(["PurchaseClosed"]);
  });
});

describe("buying", () => {
  it.each([
    ["taken a break", "timed_out", timeOutBegun({ playerId: BUYER, until: NOON + DAY_MS })],
    ["excluded themselves", "self_excluded", selfExclusionBegun({ playerId: BUYER, until: null })],
    [
      "not shown their age",
      "age_unconfirmed",
      ageAsked({ playerId: BUYER, gate: "birthdate", textVersion: 1 }),
    ],
    ["shown that they are too young", "age_unconfirmed", ageRefused({ playerId: BUYER, by: "birthdate" })],
    [
      "come from where playing is barred",
      "region_blocked",
      regionNoted({ playerId: BUYER, region: "FR", by: "proxy", isBlocked: true }),
    ],
  ])("is refused to a player who has %s", (_what, refusal, before) => {
    const log = aShop();
    log.append([before]);
    expect(buys(log)).toBe(refusal);
  });

  it("reserves the copy for its buyer, on the terms of the listing, for 31 minutes", () => {
    const until = NOON + 31 * 60_000;
    expect(buying(aShop())).toMatchObject({
      events: [
        { type: "PurchaseInitiated", payload: { buyerId: BUYER, sellerId: SELLER, price: "1999", until } },
        { type: "ListingReserved", payload: { listingId: LISTING, purchaseId: "u_new", until } },
      ],
    });
  });

  it("is refused to suspended and unknown players, for their own listings and for what is not on sale", () => {
    const log = aShop();
    expect(buys(log, {}, SELLER)).toBe("own_listing");
    expect(buys(log, {}, "p_nobody")).toBe("unknown_player");
    expect(buys(log, { seller: playerIn(log, "p_nobody") })).toBe("not_available");
    expect(buys(log, { listing: { status: "absent" } })).toBe("not_available");
    expect(buys(aBegun())).toBe("not_available");
    log.append([playerSuspended(BUYER, { by: "p_root", reason: "r" })]);
    expect(buys(log)).toBe("suspended");
  });

  it("takes a copy in custody wherever it is seen, and a method that both the seller and the house take", () => {
    expect(buys(aShop(), { isSighted: false })).toBe("bought");
    const log = new GivenLog();
    log.append([registered(BUYER), ...aBegun().events.filter(({ type }) => type === "ListingOpened")]);
    log.append([registered(SELLER)]);
    // Its seller takes no PayPal.
    expect(buys(log)).toBe("method_not_accepted");
  });

  it("takes a confirmed address, and a price that the method can take", () => {
    expect(buys(aShop(), { hasEmail: false })).toBe("email_required");
    expect(buys(aShop(49n))).toBe("method_not_accepted");
    expect(buys(aShop(50n))).toBe("bought");
  });

  it(`is possible with fewer than ${OPEN_PURCHASES_MAX} open purchases`, () => {
    const log = aShop();
    for (let n = 1; n < OPEN_PURCHASES_MAX; n += 1) log.append([begun(`u_${n}`, NOON, 1n)]);
    expect(buys(log)).toBe("bought");
    log.append([begun("u_last", NOON, 1n)]);
    expect(buys(log)).toBe("too_many_purchases");
    log.append([closed("u_last")]);
    expect(buys(log)).toBe("bought");
  });

  it(`is possible ${DAILY_PURCHASES_MAX} times in 24 hours, however little each costs`, () => {
    const log = aShop();
    const rebought = (n: number) => [begun(`u_${n}`, NOON, 1n), delivered(`u_${n}`)];
    for (let n = 1; n < DAILY_PURCHASES_MAX; n += 1) log.append(rebought(n));
    expect(buys(log)).toBe("bought");
    log.append(rebought(DAILY_PURCHASES_MAX));
    expect(buys(log)).toBe("daily_limit");
  });

  it("is refused for a closed method", () => {
    const closedNow = { ...SETTINGS, values: { paypalOpen: "0" } };
    expect(openMethodsOf(SETTINGS, ALL)).toEqual(ALL);
    expect(openMethodsOf(closedNow, ALL)).toEqual(["stripe", "cashapp", "crypto"]);
    expect(buys(aShop())).toBe("bought");
    expect(buys(aShop(), { methods: openMethodsOf(closedNow, ALL) })).toBe("method_not_accepted");
  });

  it("ends at a sum in 24 hours, without purchases that came to nothing", () => {
    const log = aShop();
    log.append([begun("u_1", NOON - 1, 9n * PRICE), closed("u_9")]);
    expect(buys(log)).toBe("bought");
    expect(buys(log, { dailyMost: 10n * PRICE - 1n })).toBe("daily_limit");
    log.append([begun("u_2", NOON, 1n)]);
    expect(buys(log)).toBe("daily_limit");
    expect(buys(log, { at: NOON - 1 + DAY_MS })).toBe("bought");
    log.append([closed("u_2")]);
    expect(buys(log)).toBe("bought");
    log.append([closed("u_1")]);
    expect(buys(log, { dailyMost: PRICE })).toBe("bought");
  });

  it(`is refused for a day after ${UNPAID_PURCHASES_MAX} unpaid purchases, which kept items from others`, () => {
    const log = aShop();
    for (let n = 0; n < UNPAID_PURCHASES_MAX; n += 1) {
      expect(buys(log)).toBe("bought");
      const failed = {
        purchaseId: `f_${n}`,
        buyerId: BUYER,
        sellerId: SELLER,
        paymentStatus: "failed",
      } as const;
      log.append([
        begun(`u_${n}`, NOON + n),
        closed(`u_${n}`),
        begun(`f_${n}`, NOON),
        purchaseClosed(failed),
      ]);
    }
    expect(buys(log)).toBe("too_many_unpaid");
    expect(buys(log, { at: NOON + DAY_MS })).toBe("bought");
  });

  it("never exceeds a player's limit of 24 hours, with any purchases begun and given up", () => {
    forAll(fc.array(fc.tuple(fc.integer({ min: 0, max: 47 }), fc.boolean()), { maxLength: 30 }), (hours) => {
      const log = aShop();
      const kept: number[] = [];
      for (const [n, [hour, isClosed]] of hours.toSorted(([one], [other]) => one - other).entries()) {
        const at = NOON + (hour * DAY_MS) / 24;
        const open = { methods: ALL, at, dailyMost: 5n * PRICE };
        const outcome = buys(log, open);
        if (outcome === "too_many_unpaid") continue;
        if (outcome === "daily_limit") {
          expect(kept.filter((one) => one > at - DAY_MS)).toHaveLength(5);
          continue;
        }
        log.append([begun(`u_${n}`, at), isClosed ? closed(`u_${n}`) : delivered(`u_${n}`)]);
        if (!isClosed) kept.push(at);
        expect(kept.filter((one) => one > at - DAY_MS).length).toBeLessThanOrEqual(5);
      }
    });
  });
});
