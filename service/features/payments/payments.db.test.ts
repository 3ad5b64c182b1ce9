import { crc32 } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { HOUR_MS, MINUTE_MS, nightOf } from "#domain/kernel/time.ts";
import { payments } from "#service/features/payments/feature.ts";
import { WEBHOOK_BYTES_MAX } from "#service/http/access/guards.ts";
import { claimNight } from "#service/integrations/payments/payment-checks.ts";
import type { Observation } from "#service/integrations/payments/payment-desk.ts";
import type { PaymentOrder } from "#service/integrations/payments/provider.ts";
import { withChecksum } from "#service/lab/testing/databases/forged-checksum.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import {
  drivePayments,
  PAYMENTS_ORIGIN,
  SANDBOX_PAYMENTS,
  sandboxOrder,
} from "#service/lab/testing/stand-ins/payment-sandbox.ts";

const never = { after: () => () => undefined };

describeEachEngine("payments", (engine) => {
  const clock = { now: SITE_BEGINS_AT };
  const seen: Observation[] = [];
  const booked = new Map<string, Observation>();
  /** Whether our books ignore reports. */
  let isDeaf = false;
  /** Runs once, while a payment is read. */
  let meanwhile: (() => Promise<unknown>) | null = null;
  let orders = 0;

  const driven = drivePayments(clock, async (url, init) => site.service.app.fetch(new Request(url, init)));
  const site = siteOf(engine, {
    clock,
    scheduler: never,
    elsewhere: { [PAYMENTS_ORIGIN]: driven.fetch },
    config: { payments: SANDBOX_PAYMENTS },
  });
  beforeAll(() => {
    desk().declare("test", {
      hears: async (observation) => {
        seen.push(observation);
        if (!isDeaf) booked.set(observation.paymentId, observation);
        const work = meanwhile;
        meanwhile = null;
        await work?.();
      },
      page: (paymentId) => `/test/${paymentId}`,
      booked: async (paymentId) =>
        booked.get(paymentId) ?? { received: 0n, refunded: 0n, taken: 0n, fee: 0n },
    });
  });
  beforeEach(async () => {
    // Resets what other tests have set.
    driven.sandbox.switches.set({});
    await driven.sandbox.sender.flush();
    await look();
    await site.db.query("update payment_checkouts set due_at = null");
    seen.length = 0;
    driven.posted.length = 0;
  });

  const desk = () => payments.of(site.service.deps).desk;
  const look = () => payments.of(site.service.deps).looking.look();
  const order = (method: PaymentOrder["method"] = "stripe"): PaymentOrder => {
    orders += 1;
    return sandboxOrder(clock.now, { paymentId: `pay_${orders}`, method });
  };
  const begun = async (method?: PaymentOrder["method"]) => {
    const wanted = order(method);
    const { url, reference } = await desk().open(wanted, "test");
    return { ...wanted, url, reference };
  };
  const told = async () => {
    await driven.sandbox.sender.flush();
    await look();
  };
  const post = (body: BodyInit, headers: HeadersInit = {}, name = "stripe") =>
    site.service.app.fetch(
      new Request(`http://localhost:3000/api/webhooks/${name}`, {
        method: "POST",
        body,
        headers: { "Content-Type": "application/json", ...headers },
      }),
    );
  const hintsKept = async () =>
    (await site.db.query<{ n: bigint }>("select count(*) as n from payment_hints"))[0]?.n;

  it("are begun once, also when repeated, and after a crash between the provider's answer and its record", async () => {
    const wanted = order();
    const first = await desk().open(wanted, "test");
    expect(await desk().open(wanted, "test")).toMatchObject(first);
    await site.db.query("delete from payment_checkouts where payment_id = $1", [wanted.paymentId]);
    const [again, beside] = await Promise.all([desk().open(wanted, "test"), desk().open(wanted, "test")]);
    expect([again.reference, beside.reference]).toEqual([first.reference, first.reference]);
    expect(driven.sandbox.book.all().filter(({ paymentId }) => paymentId === wanted.paymentId)).toHaveLength(
      1,
    );
  });

  it("are read once for each webhook, and not for repetitions", async () => {
    const { paymentId, url } = await begun();
    driven.sandbox.switches.set({ repeats: 3 });
    await driven.choose(url, "pay");
    await told();
    expect(seen).toMatchObject([
      { paymentId, provider: "stripe", status: "paid", received: 1_999n, reading: 1 },
    ]);
    expect(driven.sandbox.sender.sent.slice(-4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("store nothing that a webhook contains about its buyer", async () => {
    const { url, reference } = await begun();
    await driven.choose(url, "pay");
    await told();
    const [{ text, bytes } = { text: "", bytes: 0 }] = await site.db.query<{ text: string; bytes: number }>(
      "select encode(raw, 'escape') as text, length(raw) as bytes from payment_hints where reference = $1",
      [reference],
    );
    expect(bytes).toBe(32);
    expect(text).not.toContain(reference);
  });

  it("are read when their buyer returns, who is redirected, a limited number of times", async () => {
    const { paymentId, url } = await begun("paypal");
    driven.sandbox.switches.set({ dropping: 10 });
    await driven.choose(url, "pay");
    for (let times = 0; times < 5; times += 1) {
      const back = await site.service.app.fetch(
        new Request(`http://localhost:3000/api/payments/${paymentId}/return?token=x`),
      );
      expect([back.status, back.headers.get("Location")]).toEqual([303, `/test/${paymentId}`]);
      await look();
    }
    expect(seen[0]).toMatchObject({ paymentId, provider: "paypal", status: "paid", received: 1_999n });
    expect(seen).toHaveLength(3);
    const unknown = new Request("http://localhost:3000/api/payments/nobody/return");
    expect((await site.service.app.fetch(unknown)).status).toBe(404);
  });

  it("are not changed by a webhook forged to fit PayPal's checksum", async () => {
    const { reference } = await begun("paypal");
    const { body, headers } = await genuineOf(reference);
    const [books, wanted] = [await site.books(), crc32(Buffer.from(body))];
    const forged = withChecksum(body.replaceAll("19.99", "9999.00"), wanted);
    expect((await post(forged, headers, "paypal")).status).toBe(200);
    expect((await post(`${forged} `, headers, "paypal")).status).toBe(400);
    await look();
    expect(seen).toMatchObject([{ status: "open", received: 0n }]);
    expect(await site.books()).toEqual(books);
  });

  /** The webhook of a paid payment, while the provider's own book has it unpaid. */
  async function genuineOf(reference: string) {
    const payment = driven.sandbox.book.find(reference);
    if (payment === null) throw new Error("there is a payment");
    const stolen = drivePayments(clock);
    stolen.sandbox.book.act(stolen.sandbox.book.open(payment, payment.id), "pay");
    await stolen.sandbox.sender.flush();
    const [sent] = stolen.posted;
    const { "content-type": _type, ...headers } = Object.fromEntries(sent?.headers ?? []);
    return { body: sent?.body ?? "", headers };
  }

  it("are rejected if a reading shows less received than before", async () => {
    const { url, reference } = await begun();
    await driven.choose(url, "pay");
    await told();
    const payment = driven.sandbox.book.find(reference);
    if (payment === null) throw new Error("there is a payment");
    payment.received = 5n;
    seen.length = 0;
    driven.sandbox.book.dispute(payment);
    await told();
    expect(seen).toEqual([]);
    expect(site.logLines.join("\n")).toContain("less came than before");
    payment.received = 1_999n;
  });

  it("are read without webhooks at 1, 2, 5 and 15 minutes, then every hour until 72 hours after their end", async () => {
    const { url, expiresAt } = await begun();
    driven.sandbox.switches.set({ dropping: 1 });
    await driven.choose(url, "pay");
    const begunAt = clock.now;
    const at: number[] = [];
    while (clock.now < expiresAt + 75 * HOUR_MS) {
      clock.now += clock.now - begunAt < HOUR_MS ? MINUTE_MS : 20 * MINUTE_MS;
      const before = seen.length;
      await look();
      if (seen.length > before) at.push((clock.now - begunAt) / MINUTE_MS);
    }
    expect(at.slice(0, 4)).toEqual([1, 2, 5, 15]);
    expect(seen[0]).toMatchObject({ status: "paid", received: 1_999n });
    expect(at.length).toBeGreaterThan(70);
    expect(at.at(-1)).toBeLessThan((expiresAt - begunAt + 72 * HOUR_MS) / MINUTE_MS + 1);
    const quiet = seen.length;
    clock.now += 10 * HOUR_MS;
    await look();
    expect(seen).toHaveLength(quiet);
  });

  it("are read when a dispute comes long afterwards", async () => {
    const { url, paymentId } = await begun();
    await driven.choose(url, "pay");
    await told();
    clock.now += 90 * 24 * HOUR_MS;
    await look();
    seen.length = 0;
    driven.sandbox.book.dispute(driven.payment(paymentId));
    await told();
    expect(seen.at(-1)).toMatchObject({ paymentId, taken: 1_999n });
  });

  it("are read again when a webhook arrives during a reading, one reading at a time", async () => {
    const { url } = await begun();
    await driven.choose(url, "slowly");
    meanwhile = async () => {
      clock.now += MINUTE_MS;
      driven.sandbox.book.tick();
      await driven.sandbox.sender.flush();
      await desk().look();
    };
    await told();
    await look();
    expect(seen.map(({ status, reading }) => [status, reading])).toEqual([
      ["processing", 1],
      ["paid", 2],
    ]);
  });

  it("are read later if the provider does not answer", async () => {
    const { url } = await begun();
    await driven.choose(url, "pay");
    driven.sandbox.switches.set({ failing: 3 });
    await told();
    expect(seen).toEqual([]);
    expect(site.logLines.join("\n")).toContain("could not be read");
    clock.now += MINUTE_MS;
    await look();
    expect(seen).toMatchObject([{ status: "paid" }]);
  });

  it("end unpaid, or are read again after a refund", async () => {
    const [unpaid, paid] = [await begun(), await begun()];
    await driven.choose(paid.url, "pay");
    await desk().close(unpaid.paymentId);
    await desk().refund(paid.paymentId, { refundId: "r_1", amount: 999n, attempt: 0 });
    await told();
    const last = (paymentId: string) => seen.findLast((one) => one.paymentId === paymentId);
    expect(last(unpaid.paymentId)).toMatchObject({ status: "expired", received: 0n });
    expect(last(paid.paymentId)).toMatchObject({ status: "paid", received: 1_999n, refunded: 999n });
  });

  describe("refuse a webhook", () => {
    const wrong: readonly (readonly [string, (body: string) => string, (signature: string) => string])[] = [
      ["without a signature", (body) => body, () => ""],
      ["of another body", (body) => body.replace("1999", "9999"), (signature) => signature],
      ["that was reformatted", (body) => JSON.stringify(JSON.parse(body), null, 1), (signature) => signature],
      [
        "of another secret",
        (body) => body,
        (signature) => signature.replace(/v1=(.)/, (_, first) => `v1=${first === "0" ? "1" : "0"}`),
      ],
      ["that is not JSON", () => "{", (signature) => signature],
    ];

    it.each(wrong)("%s, and nothing changes", async (_what, change, sign) => {
      const { reference } = await begun();
      const books = await site.books();
      const kept = await hintsKept();
      const genuine = await genuineOf(reference);
      const signature = sign(genuine.headers["stripe-signature"] ?? "");
      const answer = await post(change(genuine.body), { "Stripe-Signature": signature });
      expect([answer.status, (await answer.json()).code]).toEqual([400, "bad_signature"]);
      await look();
      expect([await site.books(), await hintsKept(), seen]).toEqual([books, kept, []]);
    });

    it("that is old, too large, or for an unknown provider", async () => {
      const { body, headers } = await genuineOf((await begun()).reference);
      clock.now += 6 * MINUTE_MS;
      expect((await post(body, headers)).status).toBe(400);
      expect((await post("x".repeat(WEBHOOK_BYTES_MAX + 1))).status).toBe(413);
      expect((await post(`"${"x".repeat(WEBHOOK_BYTES_MAX - 2)}"`)).status).toBe(400);
      for (const name of ["paypal", "btcpay"]) expect((await post("{}", {}, name)).status).toBe(400);
      expect((await post("{}", {}, "nobody")).status).toBe(404);
    });
  });

  it("are compared with the providers' lists each night: differences are reported, and nothing is posted", async () => {
    const { reconciling } = payments.of(site.service.deps);
    const admin = await site.player("admin");
    const posted = () => site.db.query("select count(*) as n from entries");
    const missed = await begun();
    driven.sandbox.switches.set({ dropping: 10 });
    await driven.choose(missed.url, "pay");
    await site.db.query("update payment_checkouts set due_at = null");
    await reconciling.look();
    expect(seen.map(({ paymentId }) => paymentId)).toContain(missed.paymentId);
    const stranger = {
      ...sandboxOrder(clock.now, { paymentId: "pay_of_nobody", amount: 500n }),
      currency: "usd",
    };
    const theirs = driven.sandbox.book.open({ ...stranger, provider: "btcpay", metadata: {} }, "stranger1");
    driven.sandbox.book.act(theirs, "pay");
    clock.now += 24 * HOUR_MS;
    await admin.signIn("admin");
    const before = await posted();
    driven.sandbox.switches.set({});
    await reconciling.look();
    await reconciling.look();
    const shown = (await admin.get("/api/admin/payments")).as(endpoints.payments);
    expect(shown.differences).toMatchObject([
      { provider: "btcpay", paymentId: "pay_of_nobody", what: "unknown", ours: "0.00", theirs: "5.00" },
    ]);
    expect(shown.lastCheck).toMatchObject({ found: 1, trouble: null });
    expect([shown.open.length > 0, shown.inbox.length > 0]).toEqual([true, true]);
    const told = await site.db.query("select 1 as told from events where type = 'PaymentsDiffered'");
    expect([await posted(), told.length]).toEqual([before, 1]);
    driven.sandbox.switches.set({ failing: 10 });
    clock.now += 24 * HOUR_MS;
    await reconciling.look();
    driven.sandbox.switches.set({});
    await admin.signIn("admin");
    const after = (await admin.get("/api/admin/payments")).as(endpoints.payments);
    expect(after.lastCheck?.trouble).toContain("paypal");
    expect((await (await site.player("bob")).get("/api/admin/payments")).status).toBe(403);
  });

  it("are compared with the providers' refunds, disputes and fees, to the cent", async () => {
    const { reconciling } = payments.of(site.service.deps);
    const paid = [await begun("stripe"), await begun("paypal"), await begun("crypto")];
    for (const { url } of paid) await driven.choose(url, "pay");
    await told();
    isDeaf = true;
    for (const { paymentId } of paid)
      await desk().refund(paymentId, { refundId: `${paymentId}-r1`, amount: 500n, attempt: 0 });
    for (const payment of driven.sandbox.book.all("btcpay"))
      for (const refund of payment.refunds) driven.sandbox.book.claim(payment, refund);
    const [stripes] = paid;
    const disputed = driven.sandbox.book.find(stripes?.reference ?? "");
    if (disputed) driven.sandbox.book.dispute(disputed);
    await told();
    clock.now += 24 * HOUR_MS;
    const { entries } = await site.books();
    await reconciling.look();
    expect((await site.books()).entries).toBe(entries);
    isDeaf = false;
    const admin = await site.player("admin");
    const shown = (await admin.get("/api/admin/payments")).as(endpoints.payments);
    const found = paid.map(({ paymentId }) =>
      shown.differences
        .filter((one) => one.paymentId === paymentId)
        .map(({ what, ours, theirs }) => [what, ours, theirs])
        .toSorted(),
    );
    expect(found).toEqual([
      [
        ["fee", "0.88", "15.88"],
        ["refunded", "0.00", "5.00"],
        ["taken", "0.00", "14.99"],
      ],
      [["refunded", "0.00", "5.00"]],
      [["refunded", "0.00", "5.00"]],
    ]);
    clock.now += 24 * HOUR_MS;
    await reconciling.look();
    await admin.signIn("admin");
    expect((await admin.get("/api/admin/payments")).as(endpoints.payments).lastCheck).toMatchObject({
      found: 0,
    });
  });

  it("are compared by another process if the one that took the night died", async () => {
    const { reconciling } = payments.of(site.service.deps);
    clock.now += 24 * HOUR_MS;
    const night = nightOf(clock.now, site.service.deps.config.nightlyHour);
    expect([await claimNight(site.db, night), await claimNight(site.db, night)]).toEqual([
      "claimed",
      "taken",
    ]);
    await reconciling.look();
    const finished = async () =>
      (await site.db.query("select finished_at from payment_checks where night = $1", [night]))[0]
        ?.finished_at;
    expect(await finished()).toBeNull();
    await site.db.query("update payment_checks set leased_until = leased_until - interval '1 day'");
    await reconciling.look();
    expect(await finished()).not.toBeNull();
    expect(await claimNight(site.db, night)).toBe("done");
  });

  it("accept a webhook about an unknown payment, and change nothing", async () => {
    const other = drivePayments(clock, async (url, init) => site.service.app.fetch(new Request(url, init)));
    other.sandbox.book.act(
      other.sandbox.book.open(
        { ...order(), provider: "stripe", currency: "usd", metadata: {} },
        "cs_test_other",
      ),
      "pay",
    );
    await other.sandbox.sender.flush();
    expect(other.sandbox.sender.sent.map(({ status }) => status)).toEqual([200]);
    await look();
    expect(seen).toEqual([]);
  });
});

describeEachEngine("payments without a provider", (engine) => {
  it("offer no method, and accept no webhook", async () => {
    const site = await createSite(engine, { scheduler: never });
    try {
      const { desk } = payments.of(site.service.deps);
      expect(desk.methods()).toEqual([]);
      const headers = { "Content-Type": "application/json", "Stripe-Signature": "t=1,v1=0" };
      const answer = await site.service.app.fetch(
        new Request("http://localhost:3000/api/webhooks/stripe", { method: "POST", body: "{}", headers }),
      );
      expect(answer.status).toBe(400);
    } finally {
      await site.close();
    }
  });
});
