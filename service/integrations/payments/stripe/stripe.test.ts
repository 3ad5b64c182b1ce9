import StripePackage from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { type Listening, listenHere } from "#service/integrations/stand-ins/listen-here.ts";
import {
  AT_FIRST,
  type DrivenPayments,
  drivePayments,
  hintsOf,
  PAYMENTS_ORIGIN,
  SANDBOX_PAYMENTS,
  STRIPE_ACCOUNT,
  sandboxOrder,
} from "#service/lab/testing/stand-ins/payment-sandbox.ts";
import type { PaymentOrder } from "../provider.ts";
import { stripeSignature } from "./signature.ts";
import { Stripe } from "./stripe.ts";

const BEGINS = Date.parse("2026-11-01T12:00:00.000Z");
const NOTHING = { received: 0n, refunded: 0n, offered: 0n, taken: 0n, fee: 0n };

let driven: DrivenPayments;
let stripe: Stripe;
beforeEach(() => {
  driven = drivePayments({ now: BEGINS });
  stripe = new Stripe(SANDBOX_PAYMENTS.stripe, driven.wire);
});

const RETURN = "http://localhost:3000/shop/purchases/1?paid={CHECKOUT_SESSION_ID}";
const order = (change: Partial<PaymentOrder> = {}): PaymentOrder =>
  sandboxOrder(driven.clock.now, { returnUrl: RETURN, ...change });
const hints = () => hintsOf(driven, stripe);

describe("a payment by Stripe", () => {
  it("is read as paid once somebody has paid, with Stripe's fee", async () => {
    const { reference, url } = await stripe.open(order());
    expect(await stripe.read(reference)).toEqual({ status: "open", ...NOTHING });
    const back = await driven.choose(url, "pay");
    expect(back.headers.get("Location")).toBe(`http://localhost:3000/shop/purchases/1?paid=${reference}`);
    expect(await stripe.read(reference)).toEqual({ ...NOTHING, status: "paid", received: 1_999n, fee: 88n });
    expect(await hints()).toMatchObject([{ type: "checkout.session.completed", reference }]);
  });

  it("gets the same checkout when requested again, as after a lost answer", async () => {
    driven.sandbox.switches.set({ losingAnswers: 1 });
    const { reference } = await stripe.open(order());
    expect(await stripe.open(order())).toMatchObject({ reference });
    expect(driven.sandbox.book.all()).toHaveLength(1);
  });

  it("is requested again after a failure whose answer is not kept", async () => {
    driven.sandbox.switches.set({ failing: 1 });
    const { reference } = await stripe.open(order());
    driven.sandbox.switches.set({ failing: 2 });
    expect(await stripe.read(reference)).toMatchObject({ status: "open" });
    driven.sandbox.switches.set({ failing: 3 });
    await expect(stripe.read(reference)).rejects.toMatchObject({ kind: "away" });
  });

  it.each([...AT_FIRST, ["too-little", "paid", 1_899n]] as const)(
    "by the action %s is %s at first",
    async (action, status, received) => {
      const { reference, url } = await stripe.open(order());
      await driven.choose(url, action);
      expect(await stripe.read(reference)).toMatchObject({ status, received });
    },
  );

  it.each(["slowly", "late"])("that comes %s arrives in the end, with a webhook", async (action) => {
    const { reference, url } = await stripe.open(order());
    await driven.choose(url, action);
    driven.clock.now += MINUTE_MS;
    driven.sandbox.book.tick();
    expect(await stripe.read(reference)).toMatchObject({ status: "paid", received: 1_999n });
    expect(await hints()).toHaveLength(2);
  });

  it("is refunded once, whatever answer is lost, and the refund can fail after its success", async () => {
    const { reference, url } = await stripe.open(order());
    await driven.choose(url, "pay");
    const refund = { refundId: "r_1", reference, amount: 999n, attempt: 0 };
    driven.sandbox.switches.set({ losingAnswers: 3 });
    await stripe.refund(refund).catch(() => undefined);
    driven.sandbox.switches.set({});
    driven.clock.now += 2 * 24 * 60 * MINUTE_MS;
    await stripe.refund(refund);
    expect(await stripe.read(reference)).toMatchObject({ received: 1_999n, refunded: 999n });
    await expect(stripe.refund({ ...refund, refundId: "r_2", amount: 1_001n })).rejects.toMatchObject({
      kind: "refused",
    });
    driven.sandbox.book.failRefund(driven.payment());
    expect(await stripe.read(reference)).toMatchObject({ refunded: 0n });
    expect(await hints()).toMatchObject([{ reference }, { reference }, { type: "refund.failed", reference }]);
    await stripe.refund(refund);
    expect(await stripe.read(reference)).toMatchObject({ refunded: 999n });
  });

  it("is refunded under another key after a refusal, which Stripe repeats for a day", async () => {
    const { reference, url } = await stripe.open(order());
    await driven.choose(url, "pay");
    const refund = { refundId: "r_1", reference, amount: 999n, attempt: 0 };
    driven.sandbox.switches.set({ refusingRefunds: 1 });
    const refused = { kind: "refused", message: expect.stringContaining("balance_insufficient") };
    await expect(stripe.refund(refund)).rejects.toMatchObject(refused);
    await expect(stripe.refund(refund)).rejects.toMatchObject(refused);
    await stripe.refund({ ...refund, attempt: 1 });
    await stripe.refund({ ...refund, attempt: 1 });
    expect(await stripe.read(reference)).toMatchObject({ refunded: 999n });
  });

  it("is taken back by a dispute, and given back when that is won, less its fee", async () => {
    const { reference, url } = await stripe.open(order());
    await driven.choose(url, "pay");
    const payment = driven.payment();
    driven.sandbox.book.dispute(payment);
    expect(await stripe.read(reference)).toMatchObject({ taken: 1_999n, fee: 1_588n });
    driven.sandbox.book.closeDispute(payment, "won");
    expect(await stripe.read(reference)).toMatchObject({ taken: 0n, fee: 1_588n });
    expect((await hints()).map((hint) => hint?.reference)).toEqual(Array(4).fill(reference));
  });

  it("closes if nobody has paid, and stays paid if somebody has", async () => {
    const [unpaid, paid] = [await stripe.open(order()), await stripe.open(order({ paymentId: "pay_2" }))];
    await driven.choose(paid.url, "pay");
    for (const { reference } of [unpaid, paid]) await stripe.close(reference);
    expect(await stripe.read(unpaid.reference)).toMatchObject({ status: "expired" });
    expect(await stripe.read(paid.reference)).toMatchObject({ status: "paid" });
  });

  it("is in Stripe's own list, page after page", async () => {
    for (let n = 0; n < 103; n += 1) await stripe.open(order({ paymentId: `pay_${n}` }));
    const listed = await stripe.list(BEGINS);
    expect(new Set(listed.map(({ paymentId }) => paymentId)).size).toBe(103);
    expect(await stripe.list(BEGINS + MINUTE_MS)).toEqual([]);
  });

  it("of less than 0.50, or with too little time, is refused", async () => {
    await expect(stripe.open(order({ amount: 49n }))).rejects.toMatchObject({ kind: "refused" });
    const soon = order({ expiresAt: driven.clock.now + 29 * MINUTE_MS });
    await expect(stripe.open(soon)).rejects.toThrow("expires_at");
  });

  it("of test mode is not taken for real money", async () => {
    const { reference } = await stripe.open(order());
    const other = new Stripe(SANDBOX_PAYMENTS.stripe, {
      ...driven.wire,
      fetch: async (url, init) => {
        const answer = await driven.fetch(url, init);
        return new Response((await answer.text()).replace('"livemode":false', '"livemode":true'), answer);
      },
    });
    await expect(other.read(reference)).rejects.toThrow("other mode");
  });

  it("in another currency is not taken for dollars", async () => {
    const { reference } = await stripe.open(order());
    Object.assign(driven.payment(), { currency: "eur", received: 1_999n, status: "paid" });
    await expect(stripe.read(reference)).rejects.toMatchObject({ kind: "strange" });
  });
});

describe("a webhook of Stripe", () => {
  it("is ignored when it is forged, old, of the live mode, or about something else", async () => {
    const { url } = await stripe.open(order());
    await driven.choose(url, "pay");
    await driven.sandbox.sender.flush();
    const [{ headers, body } = { headers: new Headers(), body: "" }] = driven.posted;
    const raw = Buffer.from(body);
    expect(await stripe.hint({ headers, raw })).not.toBeNull();
    expect(await stripe.hint({ headers: new Headers(), raw })).toBeNull();
    expect(await stripe.hint({ headers, raw: Buffer.from(body.replace("1999", "9999")) })).toBeNull();
    driven.clock.now += 6 * MINUTE_MS;
    expect(await stripe.hint({ headers, raw })).toBeNull();
  });

  it("is accepted when it is about no payment, such as the account's balance: refused, it would come again", async () => {
    const object = { object: "balance", available: [] };
    const event = { id: "evt_1", type: "balance.available", livemode: false, data: { object } };
    const raw = Buffer.from(JSON.stringify(event));
    const at = Math.floor(driven.clock.now / 1_000);
    const signature = stripeSignature(STRIPE_ACCOUNT.webhookSecret, at, raw);
    const headers = new Headers({ "Stripe-Signature": `t=${at},v1=${signature}` });
    const hint = { eventId: "evt_1", type: "balance.available", reference: null };
    expect(await stripe.hint({ headers, raw })).toEqual(hint);
  });

  it("is repeated until it is accepted", async () => {
    let status = 500;
    driven = drivePayments({ now: BEGINS }, async () => new Response(null, { status }));
    const { url } = await new Stripe(SANDBOX_PAYMENTS.stripe, driven.wire).open(order());
    await driven.choose(url, "pay");
    await driven.sandbox.sender.flush();
    status = 200;
    for (let n = 0; n < 3; n += 1) await driven.sandbox.sender.flush();
    expect(driven.sandbox.sender.sent.map((sent) => sent.status)).toEqual([500, 200]);
  });

  it("is repeated, reordered and dropped as the switches say", async () => {
    driven.sandbox.switches.set({ repeats: 1, reorders: true, dropping: 1 });
    for (const paymentId of ["a", "b", "c"])
      await driven.choose((await stripe.open(order({ paymentId }))).url, "pay");
    const ids = (await hints()).map((hint) => hint?.eventId);
    expect([ids.length, new Set(ids).size, ids[0] === ids[1]]).toEqual([4, 2, true]);
  });
});

describe("the stripe package", () => {
  it("accepts the sandbox as Stripe, and its webhooks as Stripe's", async () => {
    const listening: Listening = await listenHere(
      (request) => {
        const { pathname, search } = new URL(request.url);
        return driven.sandbox.fetch(new Request(`${PAYMENTS_ORIGIN}/stripe${pathname}${search}`, request));
      },
      { port: 0, host: "127.0.0.1" },
    );
    try {
      const client = new StripePackage(STRIPE_ACCOUNT.secretKey, {
        host: "127.0.0.1",
        port: listening.port,
        protocol: "http",
        telemetry: false,
      });
      const session = await client.checkout.sessions.create({
        mode: "payment",
        client_reference_id: "pay_9",
        line_items: [
          {
            quantity: 1,
            price_data: { currency: "usd", unit_amount: 1_999, product_data: { name: "Helm" } },
          },
        ],
        success_url: "http://localhost:3000/",
        allowed_payment_method_types: ["card"],
      });
      await driven.choose(session.url ?? "", "pay");
      const paid = await client.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
      expect([paid.payment_status, paid.amount_total]).toEqual(["paid", 1_999]);
      const intent = typeof paid.payment_intent === "object" ? (paid.payment_intent?.id ?? "") : "";
      const refund = await client.refunds.create({ payment_intent: intent, amount: 500 });
      expect(refund.status).toBe("succeeded");
      await expect(
        client.checkout.sessions.create({ mode: "payment", line_items: [] }),
      ).rejects.toMatchObject({
        type: "StripeInvalidRequestError",
      });
      await driven.sandbox.sender.flush();
      const [{ headers, body } = { headers: new Headers(), body: "" }] = driven.posted;
      const event = client.webhooks.constructEvent(
        body,
        headers.get("Stripe-Signature") ?? "",
        STRIPE_ACCOUNT.webhookSecret,
        Number.MAX_SAFE_INTEGER,
      );
      expect(event.type).toBe("checkout.session.completed");
      expect((await client.events.list({ limit: 1 })).data[0]?.type).toBe("refund.created");
    } finally {
      await listening.close();
    }
  });
});
