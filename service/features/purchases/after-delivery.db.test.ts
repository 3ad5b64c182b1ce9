import { expect, it, vi } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { useShop } from "#service/lab/testing/shop.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyLog } from "#service/ledger/verify.ts";

describeEachEngine("paid purchases", (engine) => {
  const shop = useShop(engine);
  const { clock, listed, onSight, buy, bought, sold, seen, settle, pay } = shop;
  const { usdOf, pass, held, atProvider, hatsOf } = shop;

  const say = (by: Visitor, { id }: PurchaseShown, what: string, body: object = {}) =>
    by.post(`/api/shop/purchases/${id}/${what}`, body);
  const decide = async (who: string, { id }: PurchaseShown, what: string) => {
    const by = await shop.site.player(who);
    return by.post(`/api/admin/purchases/${id}/${what}`, { reason: "Looked at" });
  };

  it("are confirmed and, once the seller is paid, reviewed by their buyer, once", async () => {
    const { seller, purchase } = await sold();
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

  it("are exported whole for admins, and access to buyers and sellers is logged", async () => {
    const { seller, listing, name } = await listed();
    const purchase = await bought(shop.bob, listing);
    const admin = await shop.site.player("admin");
    const { id: sellerId } = await seller.user();
    const path = `/api/admin/purchases?player=${sellerId}`;
    const requestId = (await admin.get(path, NEWEST)).headers.get("X-Request-Id");
    const looks = (await admin.get("/api/admin/reads?limit=10")).as(endpoints.adminReads).items;
    const seen = looks.filter((look) => look.requestId === requestId).map(({ subject }) => subject.username);
    expect(seen.toSorted()).toEqual(["bob", name].toSorted());
    const [heading, row, end] = (await admin.get(`${path}&export=csv`, NEWEST)).text.split("\r\n");
    expect(heading).toMatch(/^id,position,createdAt,buyer,buyerId,seller,sellerId,listingId,title,/);
    expect(row).toContain(`${purchase.id},${purchase.position},`);
    expect([row?.includes(`,bob,${purchase.buyerId},${name},${sellerId},`), end]).toEqual([true, ""]);
    const whole = (await admin.get(`${path}&export=1`, NEWEST)).as(endpoints.adminPurchases);
    expect(whole.items.map(({ id }) => id)).toEqual([purchase.id]);
  });

  it("wait for an admin, who returns money and item, when their buyer complains", async () => {
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

  it("are released early, or undone without a complaint, only by two admins", async () => {
    const { seller, purchase } = await sold();
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

  it("charged back by a bank return the item to the seller, by two admins, and charge nothing twice", async () => {
    const { seller, purchase } = await sold();
    const hats = await hatsOf(shop.bob);
    const payment = shop.driven.payment(purchase.id);
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

  it("charged back for an item that is gone pay the seller, and leave the buyer a debt", async () => {
    const { seller, purchase } = await sold();
    const payment = shop.driven.payment(purchase.id);
    shop.driven.sandbox.book.dispute(payment);
    await settle();
    expect((await shop.site.byTwo(await decide("admin", purchase, "release"))).code).toBe("not_paid");
    // Bob no longer has the item: he put it up for sale.
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
    // The bank decides for the shop, which ends the debt.
    shop.driven.sandbox.book.closeDispute(payment, "won");
    await settle();
    expect([await held(`receivable:${id}`), await held(`escrow:${purchase.id}`)]).toEqual([0n, 0n]);
    expect(-(await held("payments:stripe"))).toBe(atProvider());
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

  it("leave a debt that only two admins other than the debtor write off", async () => {
    const { seller, purchase } = await sold();
    await pass(7, seller);
    const { id, usdBalance } = await seller.user();
    expect(usdBalance).toBe("1.07");
    const payment = shop.driven.payment(purchase.id);
    shop.driven.sandbox.book.dispute(payment);
    await settle();
    expect([await usdOf(seller), await held(`receivable:${id}`)]).toEqual(["0.00", -43n]);
    const owed = async () => (await seller.get("/api/cashouts/debt")).as(endpoints.ownDollarDebt).owed;
    expect(await owed()).toBe("0.43");
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
    expect(await owed()).toBe("0.00");
    const told = (await seller.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
    expect(told.map(({ title }) => title)).toContain("Debt written off");
    expect((await (await shop.site.player("admin")).post(path, { reason: "Lost" })).code).toBe(
      "nothing_owed",
    );
    // The bank decides for the shop, so the house recovers what it wrote off.
    shop.driven.sandbox.book.closeDispute(payment, "won");
    await settle();
    expect([await usdOf(seller), await held(`receivable:${id}`)]).toEqual(["1.07", 0n]);
    expect(
      (await admin.get("/api/ledger/trial-balance", NEWEST)).as(endpoints.trialBalance).assets,
    ).toContainEqual(expect.objectContaining({ asset: "USD", sum: "0.00" }));
  });

  const sync = async (by: Visitor) => (await by.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
  /** Moves a copy between players at the platform. */
  const trade = (from: string, to: string) =>
    shop.site.sandbox.inventories.trade(`${from.replaceAll("_", "-")}-0`, from, to);

  it("of copies on sight are delivered when a sync finds them at the buyer, and not by the seller's claim", async () => {
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

  it("of copies on sight never sent are refunded after a day, once the platform was asked for both sides", async () => {
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

  it("cannot begin on listings whose copy a sync finds gone, which end", async () => {
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

  it("show titles, complaints and reviews as written, and escape them in exports", async () => {
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
      // A cell begins after a comma or a line end, with or without a quotation mark.
      expect(csv.text).not.toMatch(/(?:^|,|\r\n)"?(?:=|\+|@|-(?!\d))/);
    }
  });

  it("are the same after their read model is rebuilt", async () => {
    for (const { live, rebuilt } of await shop.site.service.deps.reads.rebuild([
      "purchases",
      "listings",
      "sellers",
    ]))
      expect(rebuilt).toBe(live);
  });

  it("leave a log that the verifier accepts", async () => {
    const { db, signer } = shop.site.service.deps;
    expect(await verifyLog(db, { model: logModel, keys: signer.publicKeys().keys })).toMatchObject({
      ok: true,
    });
  });

  it("of copies on sight have their trade addresses looked up once a page", async () => {
    for (const { listing } of [await onSight(), await onSight()]) await pay(await bought(shop.bob, listing));
    const admin = await shop.site.player("admin");
    const { db } = shop.site.service.deps;
    const spies = [vi.spyOn(db, "query"), vi.spyOn(db, "run")];
    const { items } = (await admin.get("/api/admin/purchases?export=1", NEWEST)).as(endpoints.adminPurchases);
    const texts = spies.flatMap((spy) => spy.mock.calls.map(([asked]) => JSON.stringify(asked)));
    for (const spy of spies) spy.mockRestore();
    expect(items.filter(({ robloxTradeUrl }) => robloxTradeUrl !== null).length).toBeGreaterThan(1);
    expect(
      texts.filter((text) => /select (player_id, )?platform_id from identities/.test(text)),
    ).toHaveLength(1);
  });
});
