import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { STUCK_ASKS } from "#domain/features/purchases/rules.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { useShop } from "#service/lab/testing/shop.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import { refundMetrics } from "./metrics.ts";

describeEachEngine("purchases with refunds", (engine) => {
  const shop = useShop(engine);
  const { clock, listed, bought, seen, settle, pay, usdOf, held, atProvider } = shop;

  const decide = async (who: string, { id }: PurchaseShown, what: string) => {
    const by = await shop.site.player(who);
    return by.post(`/api/admin/purchases/${id}/${what}`, { reason: "Looked at" });
  };
  const paymentOf = ({ id }: PurchaseShown) => shop.driven.payment(id);

  const refunds = async () =>
    (await (await shop.site.player("admin")).get("/api/admin/refunds", NEWEST)).as(endpoints.unmadeRefunds);

  /** Pays a part, which must be refunded. */
  const tooLittle = (purchase: PurchaseShown) => pay(purchase, "too-little");

  it("retry a refused refund, later and later, until it succeeds", async () => {
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
    // The buyer's bank returns it, so it is made once more.
    const payment = shop.driven.payment(purchase.id);
    shop.driven.sandbox.book.failRefund(payment);
    await settle();
    expect(payment.refunds.map(({ status }) => status)).toEqual(["failed", "succeeded"]);
    expect([await held(`escrow:${purchase.id}`), await usdOf(seller)]).toEqual([0n, "0.00"]);
  });

  it("with a stuck refund raise an alarm until an admin retries it", async () => {
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
    const words = `$0.50 of ${purchase.id} was not refunded, though its provider was asked 5 times. Check the account there.`;
    expect(await alarm()).toEqual(["ok", "Refunds that their providers do not make: 1", 1, [words]]);
    const [unmade] = await refunds();
    const admin = await shop.site.player("admin");
    expect((await admin.post(`/api/admin/refunds/${unmade?.id}/retry`, {})).status).toBe(200);
    expect(await alarm()).toEqual(["ok", undefined, 0, [words]]);
    await settle();
    expect([await refunds(), (await seen(shop.bob, purchase)).refunded]).toEqual([[], "0.50"]);
  });

  it("postpone a refund while another process reads the payment, without counting it as an attempt", async () => {
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

  it("whose refund never succeeds are ended by two admins, and the buyer can be forgotten", async () => {
    const { listing } = await listed();
    const buyer = await shop.site.player("newbie");
    const purchase = await bought(buyer, listing);
    shop.driven.sandbox.switches.set({ refusingRefunds: 100 });
    await tooLittle(purchase);
    const forget = async () => {
      const { username } = await buyer.signIn("newbie");
      return buyer.post("/api/me/forget", { confirm: username });
    };
    expect((await forget()).text).toContain("Refunds of your purchases have to reach you.");
    await shop.site.db.query("update purchase_refunds_asked set asks = 39 where refusal is not null");
    clock.now += MINUTE_MS;
    await settle();
    const stuck = (await refunds()).find(({ purchaseId }) => purchaseId === purchase.id);
    expect(stuck).toMatchObject({ asks: 40, nextAt: null });
    const house = await held("house");
    const admin = await shop.site.player("admin");
    expect((await shop.site.byTwo(await decide("admin", purchase, "end-refund"))).status).toBe(200);
    expect([await held(`escrow:${purchase.id}`), (await held("house")) - house]).toEqual([0n, 50n]);
    await settle();
    expect((await refunds()).filter(({ purchaseId }) => purchaseId === purchase.id)).toEqual([]);
    const again = await admin.post(`/api/admin/refunds/${stuck?.id}/retry`, {}, NEWEST);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("refund_ended")]);
    expect((await seen(buyer, purchase)).paymentStatus).toBe("refunded");
    expect((await forget()).status).toBe(200);
  });

  it("whose refund two admins end can no longer be claimed by their buyer, who was paid some other way", async () => {
    const { listing } = await listed({ paymentMethods: ["crypto"] });
    const purchase = await bought(shop.bob, listing, "crypto");
    await pay(purchase, "too-little");
    clock.now += DAY_MS;
    await settle();
    const [url = ""] = (await seen(shop.bob, purchase)).refundUrls;
    expect((await seen(shop.bob, purchase)).paymentStatus).toBe("refund_offered");
    expect((await shop.site.byTwo(await decide("admin", purchase, "end-refund"))).status).toBe(200);
    await settle();
    await shop.driven.choose(url, "claim");
    await settle();
    expect(paymentOf(purchase).refunds.map(({ status }) => status)).toEqual(["withdrawn"]);
    const { paymentStatus, refunded } = await seen(shop.bob, purchase);
    expect([paymentStatus, refunded, await held(`escrow:${purchase.id}`)]).toEqual(["refunded", "0.00", 0n]);
  });

  it("with two refunds, of which the first fails late, repeat only that one", async () => {
    const { listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    await pay(purchase, "too-much");
    clock.now += DAY_MS;
    await settle();
    expect((await shop.site.byTwo(await decide("admin", purchase, "refund"))).status).toBeLessThan(300);
    await settle();
    clock.now += DAY_MS;
    await settle();
    const payment = paymentOf(purchase);
    const [first] = payment.refunds;
    expect(payment.refunds.map(({ amount }) => amount)).toEqual([100n, 150n]);
    shop.driven.sandbox.book.failRefund(payment, first);
    await settle();
    expect(payment.refunds.map(({ amount, status }) => [amount, status])).toEqual([
      [100n, "failed"],
      [150n, "succeeded"],
      [100n, "succeeded"],
    ]);
    clock.now += DAY_MS;
    await settle();
    expect([await refunds(), await held(`escrow:${purchase.id}`)]).toEqual([[], 0n]);
    expect(-(await held("payments:stripe"))).toBe(atProvider());
  });

  it("partly refunded by hand have only the rest refunded", async () => {
    const { listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    shop.driven.sandbox.switches.set({ refusingRefunds: 1 });
    await pay(purchase, "too-much");
    const payment = paymentOf(purchase);
    shop.driven.sandbox.book.refund(payment, 70n, {});
    await settle();
    clock.now += MINUTE_MS;
    await settle();
    expect(payment.refunds.map(({ amount }) => amount)).toEqual([70n, 30n]);
    expect([await refunds(), (await seen(shop.bob, purchase)).paymentStatus]).toEqual([[], "paid"]);
  });
});
