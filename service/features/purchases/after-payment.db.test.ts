import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { STUCK_ASKS } from "#domain/features/purchases/rules.ts";
import { minor } from "#domain/kernel/money.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { refundMetrics } from "#service/features/purchases/metrics.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { useShop } from "#service/lab/testing/shop.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

describeEachEngine("purchases that are paid", (engine) => {
  const shop = useShop(engine);
  const { clock, listed, onSight, buy, bought, seen, settle, pay, usdOf, pass, held, atProvider, hatsOf } =
    shop;

  const say = (by: Visitor, { id }: PurchaseShown, what: string, body: object = {}) =>
    by.post(`/api/shop/purchases/${id}/${what}`, body);
  const decide = async (who: string, { id }: PurchaseShown, what: string) => {
    const by = await shop.site.player(who);
    return by.post(`/api/admin/purchases/${id}/${what}`, { reason: "Looked at" });
  };

  it("are confirmed and, once the seller is paid, reviewed by their buyer, once", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    await pay(purchase);
    expect((await say(seller, purchase, "confirm")).status).toBe(404);
    expect((await say(await shop.site.player("carol"), purchase, "complain", { reason: "x" })).status).toBe(
      404,
    );
    expect((await say(shop.bob, purchase, "confirm")).as(endpoints.confirmPurchase).deliveryStatus).toBe(
      "confirmed",
    );
    expect((await say(shop.bob, purchase, "confirm")).code).toBe("confirmed_already");
    const review = { rating: 4, comment: "=1+1 <b>", isRecommended: true };
    expect((await say(shop.bob, purchase, "review", review)).code).toBe("not_released");
    await pass(7, seller);
    expect((await say(seller, purchase, "review", review)).status).toBe(404);
    expect(
      (await say(shop.bob, purchase, "review", review)).as(endpoints.reviewPurchase).review,
    ).toMatchObject(review);
    expect((await say(shop.bob, purchase, "review", review)).code).toBe("reviewed_already");
    const { id } = await seller.user();
    const shown = (await shop.bob.get(`/api/shop/sellers/${id}`, NEWEST)).as(endpoints.shopSeller);
    expect(shown).toMatchObject({ rating: 4, sales: 1, reviewCount: 1, recommendedCount: 1 });
    expect(shown.reviews[0]).toMatchObject({ rating: 4, comment: "=1+1 <b>", reviewer: { username: "bob" } });
    expect((await seen(shop.bob, purchase)).listing.seller).toMatchObject({ rating: 4, sales: 1 });
    expect((await shop.bob.get("/api/shop/sellers/p_nobody")).status).toBe(404);
    const house = (await (await shop.site.player("admin")).get("/api/admin/revenue", NEWEST)).as(
      endpoints.revenue,
    );
    expect(house.dollars.map(({ type, earned, spent, net }) => [type, earned, spent, net])).toEqual([
      ["PurchaseReleased", "0.43", "0.00", "0.43"],
      ["PaymentObserved", "0.00", "0.35", "-0.35"],
    ]);
    expect(house.bank.USD).toBe("0.08");
    const figures = (await seller.get("/api/shop/analytics?period=all", NEWEST)).as(endpoints.shopAnalytics);
    expect(figures).toMatchObject({ sales: 1, revenue: "1.50", fees: "0.43", net: "1.07", disputes: 0 });
    expect(figures.days.map(({ net }) => net)).toEqual(["1.07"]);
    const week = (await seller.get("/api/shop/analytics?period=week", NEWEST)).as(endpoints.shopAnalytics);
    expect(week).toMatchObject({ sales: 0, net: "0.00", days: [] });
  });

  it("wait for an admin when their buyer complains, who gives money and item back", async () => {
    const { seller, listing, name } = await listed();
    const purchase = await bought(shop.bob, listing);
    await pay(purchase);
    const before = await hatsOf(shop.bob);
    const complained = (await say(shop.bob, purchase, "complain", { reason: "Another hat" })).as(
      endpoints.complainOfPurchase,
    );
    expect(complained.complaint?.reason).toBe("Another hat");
    await pass(8, seller);
    expect(await usdOf(seller)).toBe("0.00");
    const waiting = await (await shop.site.player("admin")).get(
      "/api/admin/purchases?status=contested",
      NEWEST,
    );
    expect(waiting.as(endpoints.adminPurchases).items.map(({ id }) => id)).toEqual([purchase.id]);
    expect((await decide("bob", purchase, "refund")).status).toBe(403);
    expect((await decide("admin", purchase, "refund")).status).toBe(200);
    await settle();
    expect(await seen(shop.bob, purchase)).toMatchObject({
      paymentStatus: "refunded",
      deliveryStatus: "returned",
      refunded: "1.50",
    });
    await seller.signIn(name);
    expect([await hatsOf(shop.bob), await hatsOf(seller)]).toEqual([before - 1, 1]);
    expect([await held(`escrow:${purchase.id}`), -(await held("payments:stripe"))]).toEqual([
      0n,
      atProvider(),
    ]);
    expect((await decide("admin", purchase, "refund")).code).toBe("purchase_over");
  });

  it("are released early, or taken back without a complaint, by two admins alone", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    await pay(purchase);
    for (const what of ["refund", "release"]) {
      const proposed = await decide("admin", purchase, what);
      expect([what, proposed.status]).toEqual([what, 202]);
      if (what === "refund") continue;
      const { proposal } = endpoints.releasePurchase.answers[202].parse(proposed.body);
      const second = await shop.site.player("admin2");
      expect((await second.post(`/api/admin/proposals/${proposal.id}/confirm`, {})).status).toBe(200);
    }
    expect([await usdOf(seller), (await seen(shop.bob, purchase)).releasedAt === null]).toEqual([
      "1.07",
      false,
    ]);
    expect((await decide("admin", purchase, "refund")).code).toBe("purchase_over");
  });

  it("that a bank has charged back give the seller the item, by two admins, and take nothing twice", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    await pay(purchase);
    const hats = await hatsOf(shop.bob);
    const payment = shop.driven.sandbox.book.all().find(({ paymentId }) => paymentId === purchase.id);
    if (payment === undefined) throw new Error("it was paid");
    shop.driven.sandbox.book.dispute(payment);
    shop.driven.sandbox.book.closeDispute(payment, "lost");
    await settle();
    expect((await shop.site.byTwo(await decide("admin", purchase, "refund"))).status).toBe(200);
    await settle();
    expect([await hatsOf(shop.bob), await hatsOf(seller), await usdOf(seller)]).toEqual([
      hats - 1,
      1,
      "0.00",
    ]);
    expect(await held(`escrow:${purchase.id}`)).toBe(0n);
    expect(-(await held("payments:stripe"))).toBe(atProvider());
  });

  it("that a bank has charged back for an item that is gone pay the seller, and the buyer owes it", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    await pay(purchase);
    const payment = shop.driven.sandbox.book.all().find(({ paymentId }) => paymentId === purchase.id);
    if (payment === undefined) throw new Error("it was paid");
    shop.driven.sandbox.book.dispute(payment);
    await settle();
    expect((await shop.site.byTwo(await decide("admin", purchase, "release"))).code).toBe("not_paid");
    // Bob has the item no more: it is for sale again.
    const items = (await shop.bob.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    const userLimitedId = items.find(({ inCustody }) => inCustody)?.id;
    const offer = { title: "Hat again", priceUSD: 2, paymentMethods: ["stripe"], userLimitedId };
    expect((await shop.bob.post("/api/shop/listings", offer)).status).toBe(200);
    const proposed = await decide("admin", purchase, "release");
    const proposals = await (await shop.site.player("admin")).get("/api/admin/proposals", NEWEST);
    expect(proposals.as(endpoints.proposals).items[0]?.act).toMatchObject({
      kind: "release_purchase",
      charged: purchase.purchasePrice,
    });
    expect((await shop.site.byTwo(proposed)).status).toBe(200);
    const { id } = await shop.bob.user();
    expect([
      await usdOf(seller),
      await held(`receivable:${id}`),
      await held(`escrow:${purchase.id}`),
    ]).toEqual(["1.07", -minor(purchase.purchasePrice), 0n]);
    // The bank decides for the shop after all: nobody owes anything.
    shop.driven.sandbox.book.closeDispute(payment, "won");
    await settle();
    expect([await held(`receivable:${id}`), await held(`escrow:${purchase.id}`)]).toEqual([0n, 0n]);
    expect(-(await held("payments:stripe"))).toBe(atProvider());
  });

  const refunds = async () =>
    (await (await shop.site.player("admin")).get("/api/admin/refunds", NEWEST)).as(endpoints.unmadeRefunds);

  /** Pays a part, which has to go back. */
  const tooLittle = (purchase: PurchaseShown) => pay(purchase, "too-little");

  it("whose refund a provider refuses are asked for again, later and later, until it is made", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    shop.driven.sandbox.switches.set({ refusingRefunds: 2 });
    await tooLittle(purchase);
    const [unmade] = await refunds();
    expect(unmade).toMatchObject({ purchaseId: purchase.id, asks: 1, amount: "0.50" });
    expect([unmade?.reason, unmade?.nextAt]).toEqual([
      expect.stringContaining("balance_insufficient"),
      new Date(clock.now + MINUTE_MS).toISOString(),
    ]);
    const admin = await shop.site.player("admin");
    const told = (await admin.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
    expect(told.filter(({ title }) => title === "Refund refused")).toHaveLength(1);
    await settle();
    expect((await refunds())[0]?.asks).toBe(1);
    clock.now += MINUTE_MS;
    await settle();
    expect((await refunds())[0]).toMatchObject({
      asks: 2,
      nextAt: new Date(clock.now + 5 * MINUTE_MS).toISOString(),
    });
    expect((await seen(shop.bob, purchase)).refunded).toBe("0.00");
    const { id } = unmade ?? { id: "" };
    expect((await shop.bob.post(`/api/admin/refunds/${id}/retry`, {})).status).toBe(403);
    expect((await admin.post("/api/admin/refunds/r_none/retry", {})).status).toBe(404);
    expect((await (await shop.site.player("admin")).post(`/api/admin/refunds/${id}/retry`, {})).status).toBe(
      200,
    );
    await settle();
    expect([await refunds(), (await seen(shop.bob, purchase)).refunded]).toEqual([[], "0.50"]);
    clock.now += DAY_MS;
    await settle();
    expect((await (await shop.site.player("admin")).post(`/api/admin/refunds/${id}/retry`, {})).status).toBe(
      404,
    );
    // The bank of the buyer sends it back: it is made once more.
    const payment = shop.driven.sandbox.book.all().find(({ paymentId }) => paymentId === purchase.id);
    if (payment === undefined) throw new Error("it was paid");
    shop.driven.sandbox.book.failRefund(payment);
    await settle();
    expect(payment.refunds.map(({ status }) => status)).toEqual(["failed", "succeeded"]);
    expect([await held(`escrow:${purchase.id}`), await usdOf(seller)]).toEqual([0n, "0.00"]);
  });

  it("whose refund is asked for in vain again and again are an alarm until an admin has it asked for", async () => {
    const { listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    shop.driven.sandbox.switches.set({ refusingRefunds: STUCK_ASKS });
    await tooLittle(purchase);
    const alarm = async () => {
      const health = (await shop.site.visitor().get("/api/health")).as(endpoints.health);
      const stuck = (await refundMetrics(shop.site.service.deps)).find(
        ({ name }) => name === "florin_refunds_stuck",
      );
      const admin = await shop.site.player("admin");
      const told = (await admin.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
      const words = told.filter(({ title }) => title === "Refund stuck").map(({ message }) => message);
      return [health.status, health.alarm, stuck?.samples[0]?.value, words];
    };
    for (let asks = 1; asks < STUCK_ASKS; asks += 1) {
      expect((await refunds())[0]?.asks).toBe(asks);
      expect(await alarm()).toEqual(["ok", undefined, 0, []]);
      clock.now += 2 * HOUR_MS;
      await settle();
    }
    const words = `$0.50 of ${purchase.id} did not go back, though its provider was asked 5 times. Look at the account there.`;
    expect(await alarm()).toEqual(["ok", "Refunds that their providers do not make: 1", 1, [words]]);
    const [unmade] = await refunds();
    const admin = await shop.site.player("admin");
    expect((await admin.post(`/api/admin/refunds/${unmade?.id}/retry`, {})).status).toBe(200);
    expect(await alarm()).toEqual(["ok", undefined, 0, [words]]);
    await settle();
    expect([await refunds(), (await seen(shop.bob, purchase)).refunded]).toEqual([[], "0.50"]);
  });

  it("whose payment another process reads keep their refund for the next look, as if nobody had asked", async () => {
    const { listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    const { db } = shop.site;
    const lease = (until: string) =>
      db.query(`update payment_checkouts set leased_until = ${until} where payment_id = $1`, [purchase.id]);
    shop.driven.sandbox.switches.set({ refusingRefunds: 1 });
    await tooLittle(purchase);
    clock.now += MINUTE_MS;
    await lease("clock_timestamp() + interval '1 minute'");
    await settle();
    expect((await refunds())[0]).toMatchObject({
      asks: 1,
      reason: expect.stringContaining("balance_insufficient"),
    });
    await lease("null");
    await settle();
    expect([await refunds(), (await seen(shop.bob, purchase)).refunded]).toEqual([[], "0.50"]);
  });

  it("whose refund no provider ever makes are ended by two admins, and the buyer can be forgotten", async () => {
    const { listing } = await listed();
    const buyer = await shop.site.player("newbie");
    const purchase = await bought(buyer, listing);
    shop.driven.sandbox.switches.set({ refusingRefunds: 100 });
    await tooLittle(purchase);
    const forget = async () => {
      const { username } = await buyer.signIn("newbie");
      return buyer.post("/api/me/forget", { confirm: username });
    };
    expect((await forget()).text).toContain("Money of your purchases has to go back to you.");
    await shop.site.db.query("update purchase_refunds_asked set asks = 39 where refusal is not null");
    clock.now += MINUTE_MS;
    await settle();
    const stuck = (await refunds()).find(({ purchaseId }) => purchaseId === purchase.id);
    expect(stuck).toMatchObject({ asks: 40, nextAt: null });
    const house = await held("house");
    expect((await shop.site.byTwo(await decide("admin", purchase, "end-refund"))).status).toBe(200);
    expect([await held(`escrow:${purchase.id}`), (await held("house")) - house]).toEqual([0n, 50n]);
    await settle();
    expect((await refunds()).filter(({ purchaseId }) => purchaseId === purchase.id)).toEqual([]);
    expect((await seen(buyer, purchase)).paymentStatus).toBe("refunded");
    expect((await forget()).status).toBe(200);
  });

  it("keep buyer and seller from being forgotten until the seller is paid", async () => {
    const { seller, listing, name } = await listed();
    const buyer = await shop.site.player("alice");
    const purchase = await bought(buyer, listing);
    await pay(purchase);
    const forget = async (who: Visitor, as: string) => {
      await who.signIn(as);
      const { username } = await who.user();
      return (await who.post("/api/me/forget", { confirm: username })).text;
    };
    expect(await forget(buyer, "alice")).toContain("Your purchases have to arrive");
    expect(await forget(seller, name)).toContain("Your sales have to be paid to you");
    await pass(7, seller);
    expect(await forget(buyer, "alice")).not.toContain("still_bound");
    expect(await forget(seller, name)).not.toContain("still_bound");
  });

  it("leave a debt that two admins write off, and neither alone nor the debtor", async () => {
    const { seller, listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    await pay(purchase);
    await pass(7, seller);
    const { id, usdBalance } = await seller.user();
    expect(usdBalance).toBe("1.07");
    const payment = shop.driven.sandbox.book.all().find(({ paymentId }) => paymentId === purchase.id);
    if (payment === undefined) throw new Error("it was paid");
    shop.driven.sandbox.book.dispute(payment);
    await settle();
    expect([await usdOf(seller), await held(`receivable:${id}`)]).toEqual(["0.00", -43n]);
    const admin = await shop.site.player("admin");
    const path = `/api/admin/players/${id}/dollar-debt/write-off`;
    const file = (await admin.get(`/api/admin/players/${id}`, NEWEST)).as(endpoints.adminPlayer);
    expect(file.standing.owes).toEqual([{ asset: "USD", amount: "0.43" }]);
    expect((await seller.post(path, { reason: "Lost" })).status).toBe(403);
    const proposed = await admin.post(path, { reason: "Lost" });
    expect(proposed.status).toBe(202);
    expect(await held(`receivable:${id}`)).toBe(-43n);
    const house = await held("house");
    expect((await shop.site.byTwo(proposed)).status).toBe(200);
    expect([await held(`receivable:${id}`), await held("house")]).toEqual([0n, house - 43n]);
    const told = (await seller.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
    expect(told.map(({ title }) => title)).toContain("Debt written off");
    expect((await (await shop.site.player("admin")).post(path, { reason: "Lost" })).code).toBe(
      "nothing_owed",
    );
    // The bank decides for the shop: the house has back what it gave up.
    shop.driven.sandbox.book.closeDispute(payment, "won");
    await settle();
    expect([await usdOf(seller), await held(`receivable:${id}`)]).toEqual(["1.07", 0n]);
    expect(
      (await admin.get("/api/ledger/trial-balance", NEWEST)).as(endpoints.trialBalance).assets,
    ).toContainEqual(expect.objectContaining({ asset: "USD", sum: "0.00" }));
  });

  const sync = async (by: Visitor) => (await by.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
  /** At the platform a copy goes from one to another. */
  const trade = (from: string, to: string) =>
    shop.site.sandbox.inventories.trade(`${from.replaceAll("_", "-")}-0`, from, to);

  it("of copies on sight are delivered when a sync sees them at the buyer, and not by the seller's word", async () => {
    const { seller, listing, name } = await onSight();
    const purchase = await bought(shop.bob, listing);
    await pay(purchase);
    const waiting = await seen(seller, purchase);
    expect(waiting).toMatchObject({
      paymentStatus: "paid",
      deliveryStatus: "awaiting_trade",
      hasLeftSeller: false,
    });
    expect(waiting.robloxTradeUrl).toMatch(/^https:\/\/www\.roblox\.com\/users\/.+\/trade$/);
    expect((await say(seller, purchase, "confirm")).status).toBe(404);
    clock.now += MINUTE_MS;
    await sync(shop.bob);
    const before = await hatsOf(shop.bob);
    const refund = endpoints.refundPurchase.answers[202].parse(
      (await decide("admin", purchase, "refund")).body,
    );
    trade(name, "bob");
    await sync(seller);
    const late = `/api/admin/proposals/${refund.proposal.id}/confirm`;
    expect((await (await shop.site.player("admin2")).post(late, {})).code).toBe("proposal_stale");
    expect(await seen(shop.bob, purchase)).toMatchObject({
      deliveryStatus: "awaiting_trade",
      hasLeftSeller: true,
    });
    await sync(shop.bob);
    expect(await seen(shop.bob, purchase)).toMatchObject({
      deliveryStatus: "delivered",
      tradeCompletedAt: expect.any(String),
    });
    expect(await hatsOf(shop.bob)).toBe(before + 1);
  });

  it("of copies on sight that nobody sent are paid back after a day; the platform is asked for both sides", async () => {
    const kept = await onSight();
    const never = await bought(shop.bob, kept.listing);
    await pay(never);
    await pass(1, kept.seller);
    expect(await seen(shop.bob, never)).toMatchObject({
      paymentStatus: "refunded",
      deliveryStatus: "cancelled",
    });
    expect(await hatsOf(kept.seller)).toBe(1);
    const { seller, listing, name } = await onSight();
    const silent = await bought(shop.bob, listing);
    await pay(silent);
    trade(name, "carol");
    await pass(1, seller);
    expect(await seen(shop.bob, silent)).toMatchObject({ paymentStatus: "paid", hasLeftSeller: true });
    expect((await decide("admin", silent, "refund")).status).toBe(202);
    expect(await held(`escrow:${silent.id}`)).toBe(150n);
  });

  it("are not begun of listings whose copy a sync finds gone: those end", async () => {
    const { seller, listing, name } = await onSight();
    trade(name, "dave");
    await sync(seller);
    const ended = (await seller.get("/api/shop/my-listings", NEWEST)).as(endpoints.myListings);
    expect(ended[0]).toMatchObject({ id: listing.id, status: "removed" });
    expect(await hatsOf(seller)).toBe(0);
    const again = await onSight();
    trade(again.name, "erin");
    const erin = await shop.site.player("erin");
    const none = await hatsOf(erin);
    await sync(erin);
    expect(await hatsOf(erin)).toBe(none + 1);
    expect((await buy(shop.bob, again.listing)).code).toBe("not_available");
  });

  it("tell titles, complaints and reviews as they were written, and run none in an export", async () => {
    const hostile = `=HYPERLINK("http://evil.example","x")`;
    const html = `<img src=x onerror=alert(1)>`;
    const { seller, listing } = await listed({ title: hostile, description: html });
    expect([listing.title, listing.description]).toEqual([hostile, html]);
    const purchase = await bought(shop.bob, listing);
    await pay(purchase);
    expect((await say(shop.bob, purchase, "complain", { reason: `@${html}` })).status).toBe(200);
    const page = await seller.get(`/api/shop/purchases/${purchase.id}`, NEWEST);
    expect(page.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(page.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(page.as(endpoints.onePurchase).listing.title).toBe(hostile);
    const admin = await shop.site.player("admin");
    const lists = ["/api/admin/events?type=ListingOpened", "/api/admin/events?type=PurchaseComplained"];
    for (const path of lists) {
      const csv = await admin.send({ method: "GET", path, headers: { Accept: "text/csv" } });
      expect(csv.headers.get("Content-Type")).toContain("text/csv");
      expect(csv.headers.get("Content-Disposition")).toMatch(/^attachment/);
      expect(csv.text).toContain(path.endsWith("Opened") ? "HYPERLINK" : "onerror");
      // A cell begins behind a comma or a line's end, with or without a quotation mark.
      expect(csv.text).not.toMatch(/(?:^|,|\r\n)"?(?:=|\+|@|-(?!\d))/);
    }
  });

  it("are the same when their read model is made again from the log", async () => {
    for (const { live, rebuilt } of await shop.site.service.deps.reads.rebuild([
      "purchases",
      "listings",
      "sellers",
    ]))
      expect(rebuilt).toBe(live);
  });
});
