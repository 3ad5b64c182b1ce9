import { describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { patch, remove } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { HAT, useShop } from "#service/lab/testing/shop.ts";
import { createSite, NEWEST, type Site } from "#service/lab/testing/site.ts";
import { PAYMENTS_ORIGIN, SANDBOX_PAYMENTS } from "#service/lab/testing/stand-ins/payment-sandbox.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

describeEachEngine("purchases", (engine) => {
  const shop = useShop(engine);
  const { clock, listed, buy, bought, seen, settle, pay, usdOf, pass, held, atProvider, sold } = shop;

  it("deliver the item when paid, and pay the seller after the hold", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    expect(purchase).toMatchObject({
      ...{ purchasePrice: "1.50", platformFee: "0.08", paymentFee: "0.35", sellerPayout: "1.07" },
      ...{ paymentStatus: "pending", deliveryStatus: "pending", received: "0.00", listingId: listing.id },
    });
    expect((await seen(seller, purchase)).checkoutUrl).toBeNull();
    await pay(purchase);
    expect(await seen(shop.bob, purchase)).toMatchObject({
      paymentStatus: "paid",
      deliveryStatus: "delivered",
      received: "1.50",
    });
    const owned = (await shop.bob.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    expect(owned.some(({ assetId }) => assetId === HAT)).toBe(true);
    expect([await usdOf(seller), await held(`escrow:${purchase.id}`)]).toEqual(["0.00", 150n]);
    await pass(7, seller);
    expect([await usdOf(seller), await held(`escrow:${purchase.id}`)]).toEqual(["1.07", 0n]);
    expect((await seen(seller, purchase)).releasedAt).not.toBeNull();
    expect(-(await held("payments:stripe"))).toBe(atProvider());
    const sales = (await seller.get("/api/shop/sales", NEWEST)).as(endpoints.sales);
    expect(sales.map(({ id }) => id)).toEqual([purchase.id]);
    expect((await shop.bob.get("/api/shop/purchases", NEWEST)).as(endpoints.purchases)[0]?.id).toBe(
      purchase.id,
    );
  });

  it("are listed each with its own page to pay on, for the buyer alone", async () => {
    const [first, second] = [await listed(), await listed()];
    const both = [await bought(shop.bob, first.listing), await bought(shop.bob, second.listing)];
    const pagesSeenBy = async (viewer: Visitor, what: "purchases" | "sales") => {
      const shown = (await viewer.get(`/api/shop/${what}`, NEWEST)).as(endpoints[what]);
      return Object.fromEntries(shown.map(({ id, checkoutUrl }) => [id, checkoutUrl]));
    };
    const own = await pagesSeenBy(shop.bob, "purchases");
    for (const { id, checkoutUrl } of both) expect(own[id]).toBe(checkoutUrl);
    expect(new Set(both.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(2);
    expect(await pagesSeenBy(second.seller, "sales")).toMatchObject({ [both[1]?.id ?? ""]: null });
  });

  it("are one per listing, however many buy at once, and the same when repeated", async () => {
    const { listing } = await listed();
    const buyers = [shop.bob, await shop.site.player("carol"), await shop.site.player("dave")];
    const key = { "Idempotency-Key": `buy-${listing.id}` };
    const answers = await Promise.all(
      [...buyers, shop.bob].map((buyer) => buy(buyer, listing, "stripe", key)),
    );
    const [won, ...others] = answers
      .filter(({ status }) => status === 200)
      .map((answer) => answer.as(endpoints.purchase));
    expect(new Set([won, ...others].map((one) => one?.id)).size).toBe(1);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost.map(({ status, code }) => [status, code])).toEqual(
      Array(lost.length).fill([409, "not_available"]),
    );
    expect(lost.length).toBeGreaterThanOrEqual(2);
    if (won === undefined) throw new Error("one has it");
    const winner = buyers[answers.findIndex(({ status }) => status === 200)] ?? shop.bob;
    expect(shop.driven.sandbox.book.all().filter(({ paymentId }) => paymentId === won.id)).toHaveLength(1);
    const cancelled = await (won.buyerId === (await shop.bob.user()).id ? shop.bob : winner).post(
      `/api/shop/purchases/${won.id}/cancel`,
      {},
    );
    expect(cancelled.as(endpoints.cancelPurchase)).toMatchObject({
      paymentStatus: "cancelled",
      deliveryStatus: "cancelled",
    });
    expect((await buy(await shop.site.player("carol"), listing)).status).toBe(200);
  });

  it("are one per listing over several processes, too, at the price when reserved", async () => {
    const others = await Promise.all(
      [1, 2].map(() =>
        createSite(engine, {
          ...{ clock, db: shop.site.db, scheduler: { after: () => () => undefined } },
          elsewhere: { [PAYMENTS_ORIGIN]: shop.driven.fetch },
          config: { payments: SANDBOX_PAYMENTS },
        }),
      ),
    );
    const at = (site: Site, { cookies }: Visitor): Visitor => {
      const there = site.visitor();
      for (const [name, value] of cookies) there.cookies.set(name, value);
      return there;
    };
    const buyers = await Promise.all(
      ["alice", "whale", "private", "newbie"].map((name) => shop.site.player(name)),
    );
    for (let round = 0; round < 2; round += 1) {
      const { seller, listing } = await listed();
      const change = () =>
        patch(at(others[0] as Site, seller), `/api/shop/listings/${listing.id}`, { priceUSD: 2 });
      const [edited, ...answers] = await Promise.all([
        change(),
        ...[shop.site, ...others].flatMap((site) => buyers.map((buyer) => buy(at(site, buyer), listing))),
      ]);
      const [won, ...more] = answers.filter(({ status }) => status === 200);
      const lost = answers.filter(({ status }) => status !== 200).map(({ code }) => code);
      expect([more.length, new Set(lost), lost.length]).toEqual([0, new Set(["not_available"]), 11]);
      const purchase = won?.as(endpoints.purchase);
      expect([purchase?.purchasePrice, edited.code]).toEqual(
        edited.status === 200 ? ["2.00", null] : ["1.50", "reserved"],
      );
      expect((await change()).code).toBe("reserved");
      expect((await remove(seller, `/api/shop/listings/${listing.id}`, {})).code).toBe("reserved");
      const theirs = shop.driven.sandbox.book.all().filter(({ paymentId }) => paymentId === purchase?.id);
      expect(theirs.map(({ amount }) => amount)).toEqual([edited.status === 200 ? 200n : 150n]);
    }
    await Promise.all(others.map((site) => site.close()));
  });

  it.each([
    ["paypal", "paypal"],
    ["cashapp", "stripe"],
    ["crypto", "btcpay"],
  ] as const)("are paid by %s as well, without any webhook", async (method, provider) => {
    const purchase = await bought(shop.bob, (await listed()).listing, method);
    shop.driven.sandbox.switches.set({ dropping: 10 });
    const back = await shop.driven.choose(purchase.checkoutUrl ?? "", "pay");
    const on = await shop.site.service.app.fetch(new Request(back.headers.get("Location") ?? ""));
    expect(on.headers.get("Location")).toBe(`/shop/purchases/${purchase.id}`);
    await settle();
    expect(await seen(shop.bob, purchase)).toMatchObject({
      paymentStatus: "paid",
      deliveryStatus: "delivered",
    });
    expect(-(await held(`payments:${provider}`))).toBe(atProvider(provider));
  });

  it("are not collected by PayPal once cancelled, even if approved", async () => {
    const { listing } = await listed();
    const purchase = await bought(shop.bob, listing, "paypal");
    shop.driven.sandbox.switches.set({ dropping: 10 });
    await shop.driven.choose(purchase.checkoutUrl ?? "", "pay");
    const given = await shop.bob.post(`/api/shop/purchases/${purchase.id}/cancel`, {});
    expect(given.as(endpoints.cancelPurchase)).toMatchObject({
      paymentStatus: "cancelled",
      received: "0.00",
    });
    expect((await buy(await shop.site.player("carol"), listing)).status).toBe(200);
    expect(shop.driven.sandbox.book.all("paypal")[0]).toMatchObject({ status: "approved", received: 0n });
  });

  it("in crypto offer a refund only to their buyer, who claims it", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(shop.bob, listing, "crypto");
    await shop.driven.choose(purchase.checkoutUrl ?? "", "late");
    await settle();
    await bought(await shop.site.player("carol"), listing);
    clock.now += MINUTE_MS;
    await settle();
    await settle();
    const offered = await seen(shop.bob, purchase);
    expect(offered).toMatchObject({ paymentStatus: "refund_offered", received: "1.50", refunded: "0.00" });
    expect(offered.refundUrls).toHaveLength(1);
    expect((await seen(seller, purchase)).refundUrls).toEqual([]);
    await shop.driven.choose(offered.refundUrls[0] ?? "", "claim");
    clock.now += 13 * HOUR_MS;
    await shop.bob.signIn("bob");
    await settle();
    expect(await seen(shop.bob, purchase)).toMatchObject({ paymentStatus: "refunded", refunded: "1.50" });
    expect([await held(`escrow:${purchase.id}`), -(await held("payments:btcpay"))]).toEqual([
      0n,
      atProvider("btcpay"),
    ]);
  });

  it("in crypto pay their seller a day after the last chance to complain", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(shop.bob, listing, "crypto");
    await pay(purchase);
    await pass(3, seller);
    expect([(await seen(seller, purchase)).releasedAt, await usdOf(seller)]).toEqual([null, "0.00"]);
    await pass(1, seller);
    expect((await seen(seller, purchase)).releasedAt).not.toBeNull();
    expect(await held(`escrow:${purchase.id}`)).toBe(0n);
  });

  describe("with irregular payments", () => {
    it.each([
      ["late", "refunded", "1.50", "1.50"],
      ["too-little", "refunded", "0.50", "0.50"],
    ])(
      "%s are refunded when the item is taken or the amount too low",
      async (action, status, received, refunded) => {
        const { listing } = await listed();
        const purchase = await bought(shop.bob, listing);
        await shop.driven.choose(purchase.checkoutUrl ?? "", action);
        await settle();
        if (action === "late") await bought(await shop.site.player("carol"), listing);
        clock.now += MINUTE_MS;
        await settle();
        expect(await seen(shop.bob, purchase)).toMatchObject({
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
    ])("%s are delivered, and the excess is refunded", async (action, received, refunded) => {
      const purchase = await bought(shop.bob, (await listed()).listing);
      await pay(purchase, action);
      expect(await seen(shop.bob, purchase)).toMatchObject({
        deliveryStatus: "delivered",
        received,
        refunded,
      });
      expect([await held(`escrow:${purchase.id}`), -(await held("payments:stripe"))]).toEqual([
        150n,
        atProvider(),
      ]);
    });

    it("late are honoured while the item is still free at the same price", async () => {
      const purchase = await bought(shop.bob, (await listed()).listing);
      await shop.driven.choose(purchase.checkoutUrl ?? "", "late");
      await settle();
      expect(await seen(shop.bob, purchase)).toMatchObject({ paymentStatus: "expired" });
      clock.now += MINUTE_MS;
      await settle();
      expect(await seen(shop.bob, purchase)).toMatchObject({
        paymentStatus: "paid",
        deliveryStatus: "delivered",
      });
    });

    it("never paid free their listing, without any webhook", async () => {
      const { listing } = await listed();
      const purchase = await bought(shop.bob, listing);
      shop.driven.sandbox.switches.set({ dropping: 100 });
      clock.now += 33 * MINUTE_MS;
      await settle();
      expect(await seen(shop.bob, purchase)).toMatchObject({ paymentStatus: "expired", checkoutUrl: null });
      expect((await buy(await shop.site.player("carol"), listing)).status).toBe(200);
    });

    it("disputed pay nobody, and the seller once the dispute is won", async () => {
      const { seller, purchase } = await sold();
      const payment = shop.driven.payment(purchase.id);
      shop.driven.sandbox.book.dispute(payment);
      await settle();
      await pass(8, seller);
      expect([(await seen(shop.bob, purchase)).paymentStatus, await usdOf(seller)]).toEqual([
        "disputed",
        "0.00",
      ]);
      shop.driven.sandbox.book.closeDispute(payment, "won");
      await settle();
      expect([(await seen(shop.bob, purchase)).paymentStatus, await usdOf(seller)]).toEqual(["paid", "1.07"]);
      expect(-(await held("payments:stripe"))).toBe(atProvider());
    });
  });

  it("survive a lost answer of the provider, and end if it accepts no payment", async () => {
    const { listing } = await listed();
    const key = { "Idempotency-Key": `lost-${listing.id}` };
    shop.driven.sandbox.switches.set({ losingAnswers: 1 });
    const first = (await buy(shop.bob, listing, "stripe", key)).as(endpoints.purchase);
    await shop.site.db.query("delete from payment_checkouts where payment_id = $1", [first.id]);
    const again = (await buy(shop.bob, listing, "stripe", key)).as(endpoints.purchase);
    expect([again.id, again.checkoutUrl]).toEqual([first.id, first.checkoutUrl]);
    expect(shop.driven.sandbox.book.all().filter(({ paymentId }) => paymentId === again.id)).toHaveLength(1);
    await pay(again);
    expect(await seen(shop.bob, again)).toMatchObject({ deliveryStatus: "delivered" });
    const { listing: other } = await listed();
    shop.driven.sandbox.switches.set({ failing: 3 });
    const failed = await buy(shop.bob, other);
    expect(failed.status).toBe(503);
    shop.driven.sandbox.switches.set({});
    clock.now += 2 * MINUTE_MS;
    await settle();
    expect(
      (await shop.bob.get("/api/shop/purchases?limit=1", NEWEST)).as(endpoints.purchases)[0],
    ).toMatchObject({
      paymentStatus: "failed",
    });
    expect((await buy(shop.bob, other)).status).toBe(200);
  });

  it("are refused for one's own listing, by an unaccepted method, and without an email address", async () => {
    const { seller, listing } = await listed();
    expect((await buy(seller, listing)).code).toBe("own_listing");
    expect((await buy(shop.bob, (await listed({ paymentMethods: ["stripe"] })).listing, "paypal")).code).toBe(
      "method_not_accepted",
    );
    expect((await buy(await shop.site.player("nobody_1"), listing)).code).toBe("email_required");
    expect(
      (await shop.bob.post("/api/shop/purchase", { listingId: 999_999, paymentMethod: "stripe" })).status,
    ).toBe(404);
  });

  it("are visible only to buyer and seller, cancelled only by the buyer, and block changes of the listing", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(await shop.site.player("carol"), listing);
    expect((await shop.bob.get(`/api/shop/purchases/${purchase.id}`, NEWEST)).status).toBe(404);
    expect((await shop.bob.post(`/api/shop/purchases/${purchase.id}/cancel`, {})).status).toBe(404);
    expect((await seller.post(`/api/shop/purchases/${purchase.id}/cancel`, {})).status).toBe(404);
    const removed = await seller.ask(`DELETE /api/shop/listings/${listing.id}`);
    expect(removed.code).toBe("reserved");
  });

  it("are the same after their read models are rebuilt", async () => {
    for (const { live, rebuilt } of await shop.site.service.deps.reads.rebuild([
      "purchases",
      "listings",
      "sellers",
    ]))
      expect(rebuilt).toBe(live);
  });
});
