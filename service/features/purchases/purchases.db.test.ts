import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { payments } from "#service/features/payments/feature.ts";
import { purchases } from "#service/features/purchases/feature.ts";
import { collectors } from "#service/lab/testing/collectors.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import {
  type DrivenPayments,
  drivePayments,
  PAYMENTS_ORIGIN,
  SANDBOX_PAYMENTS,
} from "#service/lab/testing/payment-sandbox.ts";
import { createSite, SITE_BEGINS_AT, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import type { ProviderName } from "#service/payments/provider.ts";
import { SAMPLE_ASSET_MIN } from "#service/platform/sample/items.ts";

const HAT = SAMPLE_ASSET_MIN;
const TRADE = "https://www.roblox.com/trades/1";
const NEWEST = { "Ledger-Min-Position": "999999999999999" };
const never = { after: () => () => undefined };

describeEachEngine("purchases", (engine) => {
  let site: Site;
  let driven: DrivenPayments;
  let admin: Visitor;
  let bob: Visitor;
  const clock = { now: SITE_BEGINS_AT };

  beforeAll(async () => {
    driven = drivePayments(clock, async (url, init) => site.service.app.fetch(new Request(url, init)));
    site = await createSite(engine, {
      clock,
      scheduler: never,
      elsewhere: { [PAYMENTS_ORIGIN]: driven.fetch },
      config: {
        secondApprovalAbove: minor("100000000.00"),
        payments: SANDBOX_PAYMENTS,
      },
    });
    await addSampleData(site.service.deps);
    [admin, bob] = [await site.player("admin"), await site.player("bob")];
  });
  beforeEach(() => void driven.sandbox.switches.set({}));
  afterAll(() => site.close());

  const collector = collectors(() => site, "shopper");
  let sellers = 0;
  /** A seller whose hat is in custody and listed. */
  async function listed(
    change: object = {},
  ): Promise<{ readonly seller: Visitor; readonly listing: ListingShown }> {
    sellers += 1;
    const seller = await collector(HAT);
    const items = (await seller.get("/api/limiteds")).as(endpoints.limiteds);
    const itemId = items.find(({ robloxAssetId }) => robloxAssetId === HAT)?.id;
    const asked = { type: "roblox_limited", itemId, tradeUrl: TRADE };
    const { id } = (await seller.post("/api/deposits", asked)).as(endpoints.requestDeposit);
    admin = await site.player("admin");
    const approved = await admin.post(`/api/admin/deposits/${id}/approve`, {
      instances: [`shopper-${sellers}-0`],
    });
    expect(approved.as(endpoints.approveDeposit).status).toBe("completed");
    const [entry] = (await seller.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    const offer = {
      title: "Hat",
      priceUSD: 1.5,
      paymentMethods: ["stripe", "cashapp", "paypal", "crypto"],
      userLimitedId: entry?.id,
      ...change,
    };
    const listing = (await seller.post("/api/shop/listings", offer)).as(endpoints.openListing);
    expect(listing.inCustody).toBe(true);
    return { seller, listing };
  }
  const buy = (by: Visitor, listing: ListingShown, method = "stripe", headers: HeadersInit = {}) =>
    by.post("/api/shop/purchase", { listingId: listing.id, paymentMethod: method }, headers);
  const bought = async (by: Visitor, listing: ListingShown, method?: string): Promise<PurchaseShown> =>
    (await buy(by, listing, method)).as(endpoints.purchase);
  const seen = async (by: Visitor, { id }: PurchaseShown) =>
    (await by.get(`/api/shop/purchases/${id}`, NEWEST)).as(endpoints.onePurchase);
  /** Lets everything happen that is due: webhooks, readings, and what purchases lead to. */
  const settle = async () => {
    for (let round = 0; round < 2; round += 1) {
      driven.sandbox.book.tick();
      await driven.sandbox.sender.flush();
      await payments.of(site.service.deps).looking.look();
      await purchases.of(site.service.deps).bringingOn.look();
    }
  };
  const pay = async (purchase: PurchaseShown, action = "pay") => {
    await driven.choose(purchase.checkoutUrl ?? "", action);
    await settle();
  };
  const usdOf = async (by: Visitor) => (await by.user()).usdBalance;
  /** Lets days pass, after which everybody has to sign in again. */
  const pass = async (days: number, seller: Visitor) => {
    clock.now += days * 24 * HOUR_MS;
    await bob.signIn("bob");
    await seller.signIn(`shopper_${sellers}`);
    await settle();
  };
  const held = async (account: string) =>
    (
      await site.db.query<{ amount: bigint }>(
        "select amount from holdings where account = $1 and asset = 'USD'",
        [account],
      )
    )[0]?.amount ?? 0n;
  /** What the sandbox has of ours, as the ledger's account of it should say. */
  const atProvider = (provider: ProviderName = "stripe") =>
    driven.sandbox.book.all(provider).reduce((sum, { received, fee, refunds, disputes }) => {
      const back = refunds
        .filter(({ status }) => status === "succeeded")
        .reduce((all, { amount }) => all + amount, 0n);
      const taken = disputes.reduce(
        (all, one) => all + one.fee + (one.status === "won" ? 0n : one.amount),
        0n,
      );
      return sum + received - fee - back - taken;
    }, 0n);

  it("bring the item to the buyer when it is paid, and the money to the seller when the hold is over", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(bob, listing);
    expect(purchase).toMatchObject({
      ...{ purchasePrice: "1.50", platformFee: "0.08", paymentFee: "0.35", sellerPayout: "1.07" },
      ...{ paymentStatus: "pending", deliveryStatus: "pending", received: "0.00", listingId: listing.id },
    });
    expect((await seen(seller, purchase)).checkoutUrl).toBeNull();
    await pay(purchase);
    expect(await seen(bob, purchase)).toMatchObject({
      paymentStatus: "paid",
      deliveryStatus: "delivered",
      received: "1.50",
    });
    const owned = (await bob.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    expect(owned.some(({ assetId }) => assetId === HAT)).toBe(true);
    expect([await usdOf(seller), await held(`escrow:${purchase.id}`)]).toEqual(["0.00", 150n]);
    await pass(7, seller);
    expect([await usdOf(seller), await held(`escrow:${purchase.id}`)]).toEqual(["1.07", 0n]);
    expect((await seen(seller, purchase)).releasedAt).not.toBeNull();
    expect(-(await held("payments:stripe"))).toBe(atProvider());
    const sales = (await seller.get("/api/shop/sales", NEWEST)).as(endpoints.sales);
    expect(sales.map(({ id }) => id)).toEqual([purchase.id]);
    expect((await bob.get("/api/shop/purchases", NEWEST)).as(endpoints.purchases)[0]?.id).toBe(purchase.id);
  });

  it("are one for each listing, however many buy at once, and the same for whoever asks again", async () => {
    const { listing } = await listed();
    const buyers = [bob, await site.player("carol"), await site.player("dave")];
    const key = { "Idempotency-Key": `buy-${listing.id}` };
    const answers = await Promise.all([...buyers, bob].map((buyer) => buy(buyer, listing, "stripe", key)));
    const [won, ...others] = answers
      .filter(({ status }) => status === 200)
      .map((answer) => answer.as(endpoints.purchase));
    expect(new Set([won, ...others].map((one) => one?.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 409).every(({ code }) => code === "not_available")).toBe(
      true,
    );
    if (won === undefined) throw new Error("one has it");
    const winner = buyers[answers.findIndex(({ status }) => status === 200)] ?? bob;
    expect(driven.sandbox.book.all().filter(({ paymentId }) => paymentId === won.id)).toHaveLength(1);
    const cancelled = await (won.buyerId === (await bob.user()).id ? bob : winner).post(
      `/api/shop/purchases/${won.id}/cancel`,
      {},
    );
    expect(cancelled.as(endpoints.cancelPurchase)).toMatchObject({
      paymentStatus: "cancelled",
      deliveryStatus: "cancelled",
    });
    expect((await buy(await site.player("carol"), listing)).status).toBe(200);
  });

  it.each([
    ["paypal", "paypal"],
    ["cashapp", "stripe"],
    ["crypto", "btcpay"],
  ] as const)("are paid by %s as well, without any webhook", async (method, provider) => {
    const purchase = await bought(bob, (await listed()).listing, method);
    driven.sandbox.switches.set({ dropping: 10 });
    const back = await driven.choose(purchase.checkoutUrl ?? "", "pay");
    const on = await site.service.app.fetch(new Request(back.headers.get("Location") ?? ""));
    expect(on.headers.get("Location")).toBe(`/shop/purchases/${purchase.id}`);
    await settle();
    expect(await seen(bob, purchase)).toMatchObject({ paymentStatus: "paid", deliveryStatus: "delivered" });
    expect(-(await held(`payments:${provider}`))).toBe(atProvider(provider));
  });

  it("are not taken by PayPal once they are given up, whoever has approved them", async () => {
    const { listing } = await listed();
    const purchase = await bought(bob, listing, "paypal");
    driven.sandbox.switches.set({ dropping: 10 });
    await driven.choose(purchase.checkoutUrl ?? "", "pay");
    const given = await bob.post(`/api/shop/purchases/${purchase.id}/cancel`, {});
    expect(given.as(endpoints.cancelPurchase)).toMatchObject({
      paymentStatus: "cancelled",
      received: "0.00",
    });
    expect((await buy(await site.player("carol"), listing)).status).toBe(200);
    expect(driven.sandbox.book.all("paypal")[0]).toMatchObject({ status: "approved", received: 0n });
  });

  it("in coins offer what has to go back to their buyer alone, who claims it", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(bob, listing, "crypto");
    await driven.choose(purchase.checkoutUrl ?? "", "late");
    await settle();
    await bought(await site.player("carol"), listing);
    clock.now += MINUTE_MS;
    await settle();
    await settle();
    const offered = await seen(bob, purchase);
    expect(offered).toMatchObject({ paymentStatus: "refund_offered", received: "1.50", refunded: "0.00" });
    expect(offered.refundUrls).toHaveLength(1);
    expect((await seen(seller, purchase)).refundUrls).toEqual([]);
    await driven.choose(offered.refundUrls[0] ?? "", "claim");
    clock.now += 13 * HOUR_MS;
    await bob.signIn("bob");
    await settle();
    expect(await seen(bob, purchase)).toMatchObject({ paymentStatus: "refunded", refunded: "1.50" });
    expect([await held(`escrow:${purchase.id}`), -(await held("payments:btcpay"))]).toEqual([
      0n,
      atProvider("btcpay"),
    ]);
  });

  describe("that are paid otherwise than they should", () => {
    it.each([
      ["late", "refunded", "1.50", "1.50"],
      ["too-little", "refunded", "0.50", "0.50"],
    ])(
      "%s are paid back when the item is not free any more, or it is not enough",
      async (action, status, received, refunded) => {
        const { listing } = await listed();
        const purchase = await bought(bob, listing);
        await driven.choose(purchase.checkoutUrl ?? "", action);
        await settle();
        if (action === "late") await bought(await site.player("carol"), listing);
        clock.now += MINUTE_MS;
        await settle();
        expect(await seen(bob, purchase)).toMatchObject({
          paymentStatus: status,
          received,
          refunded,
          deliveryStatus: "cancelled",
        });
        expect([await held(`escrow:${purchase.id}`), -(await held("payments:stripe"))]).toEqual([
          0n,
          atProvider(),
        ]);
      },
    );

    it.each([
      ["too-much", "2.50", "1.00"],
      ["twice", "3.00", "1.50"],
    ])("%s are delivered, and what is too much goes back", async (action, received, refunded) => {
      const purchase = await bought(bob, (await listed()).listing);
      await pay(purchase, action);
      expect(await seen(bob, purchase)).toMatchObject({ deliveryStatus: "delivered", received, refunded });
      expect([await held(`escrow:${purchase.id}`), -(await held("payments:stripe"))]).toEqual([
        150n,
        atProvider(),
      ]);
    });

    it("late are honoured while the item is free at the same price", async () => {
      const purchase = await bought(bob, (await listed()).listing);
      await driven.choose(purchase.checkoutUrl ?? "", "late");
      await settle();
      expect(await seen(bob, purchase)).toMatchObject({ paymentStatus: "expired" });
      clock.now += MINUTE_MS;
      await settle();
      expect(await seen(bob, purchase)).toMatchObject({ paymentStatus: "paid", deliveryStatus: "delivered" });
    });

    it("never are for sale again, without any webhook", async () => {
      const { listing } = await listed();
      const purchase = await bought(bob, listing);
      driven.sandbox.switches.set({ dropping: 100 });
      clock.now += 33 * MINUTE_MS;
      await settle();
      expect(await seen(bob, purchase)).toMatchObject({ paymentStatus: "expired", checkoutUrl: null });
      expect((await buy(await site.player("carol"), listing)).status).toBe(200);
    });

    it("and are disputed pay nobody; won they pay the seller", async () => {
      const { seller, listing } = await listed();
      const purchase = await bought(bob, listing);
      await pay(purchase);
      const payment = driven.sandbox.book.all().find(({ paymentId }) => paymentId === purchase.id);
      if (payment === undefined) throw new Error("it was paid");
      driven.sandbox.book.dispute(payment);
      await settle();
      await pass(8, seller);
      expect([(await seen(bob, purchase)).paymentStatus, await usdOf(seller)]).toEqual(["disputed", "0.00"]);
      driven.sandbox.book.closeDispute(payment, "won");
      await settle();
      expect([(await seen(bob, purchase)).paymentStatus, await usdOf(seller)]).toEqual(["paid", "1.07"]);
      expect(-(await held("payments:stripe"))).toBe(atProvider());
    });
  });

  it("survive an answer of the provider that is lost, and end where it takes none", async () => {
    const { listing } = await listed();
    const key = { "Idempotency-Key": `lost-${listing.id}` };
    driven.sandbox.switches.set({ losingAnswers: 1 });
    const first = (await buy(bob, listing, "stripe", key)).as(endpoints.purchase);
    await site.db.query("delete from payment_checkouts where payment_id = $1", [first.id]);
    const again = (await buy(bob, listing, "stripe", key)).as(endpoints.purchase);
    expect([again.id, again.checkoutUrl]).toEqual([first.id, first.checkoutUrl]);
    expect(driven.sandbox.book.all().filter(({ paymentId }) => paymentId === again.id)).toHaveLength(1);
    await pay(again);
    expect(await seen(bob, again)).toMatchObject({ deliveryStatus: "delivered" });
    const { listing: other } = await listed();
    driven.sandbox.switches.set({ failing: 3 });
    const failed = await buy(bob, other);
    expect(failed.status).toBe(503);
    driven.sandbox.switches.set({});
    clock.now += 2 * MINUTE_MS;
    await settle();
    expect((await bob.get("/api/shop/purchases?limit=1", NEWEST)).as(endpoints.purchases)[0]).toMatchObject({
      paymentStatus: "failed",
    });
    expect((await buy(bob, other)).status).toBe(200);
  });

  it("are refused of one's own, by a way that is not accepted, without an address, and of copies on sight", async () => {
    const { seller, listing } = await listed();
    expect((await buy(seller, listing)).code).toBe("own_listing");
    expect((await buy(bob, (await listed({ paymentMethods: ["stripe"] })).listing, "paypal")).code).toBe(
      "method_not_accepted",
    );
    expect((await buy(await site.player("nobody_1"), listing)).code).toBe("email_required");
    expect(
      (await bob.post("/api/shop/purchase", { listingId: 999_999, paymentMethod: "stripe" })).status,
    ).toBe(404);
    const sight = await collector(HAT);
    const [entry] = (await sight.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    const offer = { title: "Hat", priceUSD: 1.5, paymentMethods: ["stripe"], userLimitedId: entry?.id };
    sellers += 1;
    const onSight = (await sight.post("/api/shop/listings", offer)).as(endpoints.openListing);
    expect((await buy(bob, onSight)).code).toBe("not_available");
  });

  it("are their two's alone to see and to give up, and the listing does not change meanwhile", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(await site.player("carol"), listing);
    expect((await bob.get(`/api/shop/purchases/${purchase.id}`, NEWEST)).status).toBe(404);
    expect((await bob.post(`/api/shop/purchases/${purchase.id}/cancel`, {})).status).toBe(404);
    expect((await seller.post(`/api/shop/purchases/${purchase.id}/cancel`, {})).status).toBe(404);
    const removed = await seller.send({
      method: "DELETE",
      path: `/api/shop/listings/${listing.id}`,
      headers: { "Content-Type": "application/json" },
    });
    expect(removed.code).toBe("reserved");
  });

  const say = (by: Visitor, { id }: PurchaseShown, what: string, body: object = {}) =>
    by.post(`/api/shop/purchases/${id}/${what}`, body);
  const decide = async (who: string, { id }: PurchaseShown, what: string) => {
    const by = await site.player(who);
    return by.post(`/api/admin/purchases/${id}/${what}`, { reason: "Looked at" });
  };
  const hatsOf = async (by: Visitor) =>
    (await by.get("/api/user/limiteds", NEWEST))
      .as(endpoints.userLimiteds)
      .filter(({ assetId, inPlay }) => assetId === HAT && !inPlay).length;

  it("are confirmed and, once the seller is paid, reviewed by their buyer, once", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(bob, listing);
    await pay(purchase);
    expect((await say(seller, purchase, "confirm")).status).toBe(404);
    expect((await say(await site.player("carol"), purchase, "complain", { reason: "x" })).status).toBe(404);
    expect((await say(bob, purchase, "confirm")).as(endpoints.confirmPurchase).deliveryStatus).toBe(
      "confirmed",
    );
    expect((await say(bob, purchase, "confirm")).code).toBe("confirmed_already");
    const review = { rating: 4, comment: "=1+1 <b>", isRecommended: true };
    expect((await say(bob, purchase, "review", review)).code).toBe("not_released");
    await pass(7, seller);
    expect((await say(seller, purchase, "review", review)).status).toBe(404);
    expect((await say(bob, purchase, "review", review)).as(endpoints.reviewPurchase).review).toMatchObject(
      review,
    );
    expect((await say(bob, purchase, "review", review)).code).toBe("reviewed_already");
    const { id } = await seller.user();
    const shown = (await bob.get(`/api/shop/sellers/${id}`, NEWEST)).as(endpoints.shopSeller);
    expect(shown).toMatchObject({ rating: 4, sales: 1, reviewCount: 1, recommendedCount: 1 });
    expect(shown.reviews[0]).toMatchObject({ rating: 4, comment: "=1+1 <b>", reviewer: { username: "bob" } });
    expect((await seen(bob, purchase)).listing.seller).toMatchObject({ rating: 4, sales: 1 });
    expect((await bob.get("/api/shop/sellers/p_nobody")).status).toBe(404);
  });

  it("wait for an admin when their buyer complains, who gives money and item back", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(bob, listing);
    await pay(purchase);
    const before = await hatsOf(bob);
    const complained = (await say(bob, purchase, "complain", { reason: "Another hat" })).as(
      endpoints.complainOfPurchase,
    );
    expect(complained.complaint?.reason).toBe("Another hat");
    await pass(8, seller);
    expect(await usdOf(seller)).toBe("0.00");
    const waiting = await (await site.player("admin")).get("/api/admin/purchases?status=contested", NEWEST);
    expect(waiting.as(endpoints.adminPurchases).items.map(({ id }) => id)).toEqual([purchase.id]);
    expect((await decide("bob", purchase, "refund")).status).toBe(403);
    expect((await decide("admin", purchase, "refund")).status).toBe(200);
    await settle();
    expect(await seen(bob, purchase)).toMatchObject({
      paymentStatus: "refunded",
      deliveryStatus: "returned",
      refunded: "1.50",
    });
    await seller.signIn(`shopper_${sellers}`);
    expect([await hatsOf(bob), await hatsOf(seller)]).toEqual([before - 1, 1]);
    expect([await held(`escrow:${purchase.id}`), -(await held("payments:stripe"))]).toEqual([
      0n,
      atProvider(),
    ]);
    expect((await decide("admin", purchase, "refund")).code).toBe("purchase_over");
  });

  it("are released early, or taken back without a complaint, by two admins alone", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(bob, listing);
    await pay(purchase);
    for (const what of ["refund", "release"]) {
      const proposed = await decide("admin", purchase, what);
      expect([what, proposed.status]).toEqual([what, 202]);
      if (what === "refund") continue;
      const { proposal } = endpoints.releasePurchase.answers[202].parse(proposed.body);
      const second = await site.player("admin2");
      expect((await second.post(`/api/admin/proposals/${proposal.id}/confirm`, {})).status).toBe(200);
    }
    expect([await usdOf(seller), (await seen(bob, purchase)).releasedAt === null]).toEqual(["1.07", false]);
    expect((await decide("admin", purchase, "refund")).code).toBe("purchase_over");
  });

  it("are the same when their read model is made again from the log", async () => {
    for (const { live, rebuilt } of await site.service.deps.reads.rebuild([
      "purchases",
      "listings",
      "sellers",
    ]))
      expect(rebuilt).toBe(live);
  });
});
