import { crc32 } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { withChecksum } from "#service/lab/testing/databases/forged-checksum.ts";
import {
  AT_FIRST,
  type DrivenPayments,
  drivePayments,
  hintsOf,
  inEuros,
  SANDBOX_PAYMENTS,
  sandboxOrder,
} from "#service/lab/testing/stand-ins/payment-sandbox.ts";
import type { PaymentOrder } from "../provider.ts";
import { Paypal } from "./paypal.ts";

const BEGINS = Date.parse("2026-11-01T12:00:00.000Z");
const NOTHING = { received: 0n, refunded: 0n, offered: 0n, taken: 0n, fee: 0n };
const OPEN = { mayPay: true, offers: [] };

let driven: DrivenPayments;
let paypal: Paypal;
/** Requests to the sandbox, by method and path. */
let asked: string[];
/** The keys of refund requests. */
let keys: (string | null)[];
/** Whether answers about refunds are lost, and whether PayPal's orders show refunds late. */
let isRefundLost: boolean;
let isRefundHidden: boolean;
beforeEach(() => {
  driven = drivePayments({ now: BEGINS });
  asked = [];
  keys = [];
  isRefundLost = false;
  isRefundHidden = false;
  paypal = new Paypal(SANDBOX_PAYMENTS.paypal, {
    ...driven.wire,
    fetch: async (url, init) => {
      const { pathname } = new URL(url);
      asked.push(`${init.method} ${pathname}`);
      const isRefund = pathname.endsWith("/refund");
      if (isRefund) keys.push(new Headers(init.headers).get("PayPal-Request-Id"));
      const answer = await driven.fetch(url, init);
      if (isRefund && isRefundLost) throw new Error("the answer was lost");
      const isOrder = init.method === "GET" && pathname.includes("/checkout/orders/");
      return isOrder && isRefundHidden ? withoutRefunds(answer) : answer;
    },
  });
});

/** An order as PayPal shows it before its refunds have reached it. */
async function withoutRefunds(answer: Response): Promise<Response> {
  const text = JSON.stringify(await answer.json(), (name, value: unknown) =>
    name === "refunds" ? [] : value,
  );
  return new Response(text, { status: answer.status });
}

const order = (change: Partial<PaymentOrder> = {}) => sandboxOrder(driven.clock.now, change);
const open = (change: Partial<PaymentOrder> = {}) => paypal.open(order(change));
const read = (reference: string, mayPay = true) => paypal.read(reference, { mayPay, offers: [] });
const paid = async () => {
  const checkout = await open();
  await driven.choose(checkout.url, "pay");
  await read(checkout.reference);
  return checkout.reference;
};

describe("a payment by PayPal", () => {
  it("that its buyer has approved is captured when it is read, with PayPal's fee", async () => {
    const { reference, url } = await open();
    expect(await read(reference)).toEqual({ status: "open", ...NOTHING });
    const back = await driven.choose(url, "pay");
    expect(back.headers.get("Location")).toBe(
      `http://localhost:3000/shop/purchases/1?token=${reference}&PayerID=SANDBOXPAYER1`,
    );
    expect(driven.payment().received).toBe(0n);
    expect(await read(reference)).toEqual({ ...NOTHING, status: "paid", received: 1_999n, fee: 119n });
    expect(await hintsOf(driven, paypal)).toMatchObject([
      { type: "CHECKOUT.ORDER.APPROVED", reference },
      { type: "PAYMENT.CAPTURE.COMPLETED", reference },
    ]);
  });

  it("that was abandoned or has expired is not captured any more", async () => {
    const { reference, url } = await open();
    await driven.choose(url, "pay");
    expect(await read(reference, false)).toEqual({ status: "expired", ...NOTHING });
    expect(driven.payment().received).toBe(0n);
    driven.clock.now += 4 * HOUR_MS;
    expect(await read(reference)).toEqual({ status: "expired", ...NOTHING });
  });

  it("gets the same order when requested again, for six hours", async () => {
    driven.sandbox.switches.set({ losingAnswers: 1 });
    const { reference } = await open();
    expect((await open()).reference).toBe(reference);
    expect(driven.sandbox.book.all()).toHaveLength(1);
    driven.clock.now += 6 * HOUR_MS;
    expect((await open()).reference).not.toBe(reference);
  });

  it("is not captured a second time by another order of the same purchase", async () => {
    const first = await open();
    driven.clock.now += 4 * HOUR_MS;
    await driven.choose(first.url, "pay");
    driven.clock.now += 2 * HOUR_MS;
    const second = await open();
    await driven.choose(second.url, "pay");
    expect(await read(second.reference)).toMatchObject({ received: 1_999n });
    await expect(read(first.reference)).rejects.toThrow("DUPLICATE_INVOICE_ID");
  });

  it("is captured once, by any number of readers and with any answer lost", async () => {
    const { reference, url } = await open();
    await driven.choose(url, "pay");
    driven.sandbox.switches.set({ losingAnswers: 2 });
    const readings = await Promise.all([read(reference), read(reference), read(reference)]);
    expect(readings.map(({ received }) => received)).toEqual([1_999n, 1_999n, 1_999n]);
    expect(driven.payment().received).toBe(1_999n);
  });

  it("goes back to its buyer when the bank refuses it, who can choose again", async () => {
    const { reference, url } = await open();
    driven.sandbox.switches.set({ declining: 1 });
    await driven.choose(url, "pay");
    expect(await read(reference)).toMatchObject({ status: "open", received: 0n });
    await driven.choose(url, "pay");
    expect(await read(reference)).toMatchObject({ status: "paid", received: 1_999n });
  });

  it.each([...AT_FIRST, ["too-little", "paid", 1_899n]] as const)(
    "by the action %s is %s at first",
    async (action, status, received) => {
      const { reference, url } = await open();
      await driven.choose(url, action);
      expect(await read(reference)).toMatchObject({ status, received });
    },
  );

  it.each(["slowly", "late"])("that comes %s arrives in the end", async (action) => {
    const { reference, url } = await open();
    await driven.choose(url, action);
    await read(reference);
    driven.clock.now += MINUTE_MS;
    driven.sandbox.book.tick();
    expect(await read(reference)).toMatchObject({ status: "paid", received: 1_999n });
  });

  it("is refunded once, whatever answer is lost, and the refund can fail after its success", async () => {
    const reference = await paid();
    const refund = { refundId: "r_1", reference, amount: 999n, attempt: 0 };
    driven.sandbox.switches.set({ losingAnswers: 3 });
    await paypal.refund(refund).catch(() => undefined);
    driven.sandbox.switches.set({});
    driven.clock.now += 46 * 24 * HOUR_MS;
    await paypal.refund(refund);
    expect(await read(reference)).toMatchObject({ received: 1_999n, refunded: 999n });
    await expect(paypal.refund({ ...refund, refundId: "r_2", amount: 1_001n })).rejects.toMatchObject({
      kind: "refused",
    });
    driven.sandbox.book.failRefund(driven.payment());
    expect(await read(reference)).toMatchObject({ refunded: 0n });
    expect((await hintsOf(driven, paypal)).map((hint) => hint?.reference)).toEqual(Array(4).fill(reference));
  });

  it("is refunded under one key until it was refused, and then under another", async () => {
    const reference = await paid();
    const refund = { refundId: "r_1", reference, amount: 999n, attempt: 0 };
    driven.sandbox.switches.set({ refusingRefunds: 1 });
    const refused = { kind: "refused", message: expect.stringContaining("INSUFFICIENT_FUNDS") };
    await expect(paypal.refund(refund)).rejects.toMatchObject(refused);
    await expect(paypal.refund(refund)).rejects.toMatchObject(refused);
    await paypal.refund({ ...refund, attempt: 1 });
    await paypal.refund({ ...refund, attempt: 1 });
    expect(keys).toEqual(["florin-refund-r_1", "florin-refund-r_1", "florin-refund-r_1-2"]);
    expect(driven.payment().refunds.map(({ amount }) => amount)).toEqual([999n]);
    expect(await read(reference)).toMatchObject({ refunded: 999n });
  });

  it("is refunded once after a lost answer, under the same key while PayPal's order does not show it", async () => {
    const reference = await paid();
    const refund = { refundId: "r_1", reference, amount: 999n, attempt: 0 };
    isRefundHidden = true;
    isRefundLost = true;
    await expect(paypal.refund(refund)).rejects.toMatchObject({ kind: "away" });
    isRefundLost = false;
    driven.clock.now += 44 * 24 * HOUR_MS;
    await paypal.refund(refund);
    expect(new Set(keys)).toEqual(new Set(["florin-refund-r_1"]));
    expect(driven.payment().refunds.map(({ amount }) => amount)).toEqual([999n]);
    isRefundHidden = false;
    const asks = keys.length;
    driven.clock.now += 2 * 24 * HOUR_MS;
    await paypal.refund(refund);
    expect([keys.length, driven.payment().refunds.length]).toEqual([asks, 1]);
  });

  it("is refunded again under a new key once its refund failed", async () => {
    const reference = await paid();
    const refund = { refundId: "r_1", reference, amount: 999n, attempt: 0 };
    await paypal.refund(refund);
    driven.sandbox.book.failRefund(driven.payment());
    await paypal.refund(refund);
    await paypal.refund({ ...refund, refundId: "r_2" });
    expect(keys).toEqual(["florin-refund-r_1", "florin-refund-r_1-2", "florin-refund-r_2"]);
    expect(driven.payment().refunds.map(({ status }) => status)).toEqual([
      "failed",
      "succeeded",
      "succeeded",
    ]);
    expect(await read(reference)).toMatchObject({ refunded: 1_998n });
  });

  it("is held while it is disputed, and given back when the dispute is won, less its fee", async () => {
    const reference = await paid();
    driven.sandbox.book.dispute(driven.payment());
    expect(await read(reference)).toMatchObject({ taken: 1_999n, fee: 1_619n });
    driven.sandbox.book.closeDispute(driven.payment(), "won");
    expect(await read(reference)).toMatchObject({ taken: 0n, fee: 1_619n });
    driven.sandbox.book.dispute(driven.payment());
    driven.sandbox.book.closeDispute(driven.payment(), "lost");
    expect(await read(reference)).toMatchObject({ taken: 1_999n });
    expect((await hintsOf(driven, paypal)).at(-1)).toMatchObject({
      type: "CUSTOMER.DISPUTE.RESOLVED",
      reference,
    });
  });

  it("is in PayPal's own list, period after period, once it was captured", async () => {
    await open({ paymentId: "pay_unpaid" });
    await paid();
    driven.clock.now += 40 * 24 * HOUR_MS;
    expect(await paypal.list(BEGINS)).toMatchObject([{ paymentId: "pay_1", received: 1_999n }]);
    expect(await paypal.list(BEGINS + HOUR_MS)).toEqual([]);
  });

  it("in another currency is not taken for dollars", async () => {
    const other = new Paypal(SANDBOX_PAYMENTS.paypal, inEuros(driven));
    const reference = await paid();
    await expect(other.read(reference, OPEN)).rejects.toMatchObject({ kind: "strange" });
  });

  it("is requested with a token, which is renewed once it has expired, or was revoked", async () => {
    const tokens = () => asked.filter((one) => one.endsWith("/oauth2/token")).length;
    await open();
    await open({ paymentId: "pay_2" });
    expect(tokens()).toBe(1);
    driven.clock.now += 10 * HOUR_MS;
    await open({ paymentId: "pay_3" });
    expect(tokens()).toBe(2);
    driven.sandbox.book.advance(10 * HOUR_MS);
    await open({ paymentId: "pay_4" });
    expect(tokens()).toBe(3);
  });

  it("is requested again after a failure, and after too many requests", async () => {
    driven.sandbox.switches.set({ failing: 1, limiting: 1 });
    const { reference } = await open();
    driven.sandbox.switches.set({ limiting: 3 });
    await expect(read(reference)).rejects.toMatchObject({ kind: "away" });
  });
});

describe("a webhook of PayPal", () => {
  const delivery = async () => {
    const { url } = await open();
    await driven.choose(url, "pay");
    await driven.sandbox.sender.flush();
    const [{ headers, body } = { headers: new Headers(), body: "" }] = driven.posted;
    return { headers, body };
  };

  it("is ignored when its body or a header was changed, or the body reserialised", async () => {
    const { headers, body } = await delivery();
    const hint = (text: string, given = headers) => paypal.hint({ headers: given, raw: Buffer.from(text) });
    expect(await hint(body)).not.toBeNull();
    expect(await hint(JSON.stringify(JSON.parse(body)))).toBeNull();
    expect(await hint(body.replace("19.99", "99.99"))).toBeNull();
    expect(await hint(body, new Headers())).toBeNull();
    const other = new Headers(headers);
    other.set("PayPal-Transmission-Id", "another");
    expect(await hint(body, other)).toBeNull();
  });

  it("cannot claim for itself to belong to another account", async () => {
    const { headers, body } = await delivery();
    const raw = Buffer.from(`${body},"webhook_id":"another","webhook_event":${body}`);
    const before = asked.length;
    expect(await paypal.hint({ headers, raw })).toBeNull();
    expect(asked.length).toBe(before);
  });

  it("with another body of the same checksum passes as PayPal's, but only triggers a reading", async () => {
    const { headers, body } = await delivery();
    const forged = withChecksum(body.replaceAll("19.99", "9999.00"), crc32(Buffer.from(body)));
    expect(crc32(Buffer.from(forged))).toBe(crc32(Buffer.from(body)));
    const hint = await paypal.hint({ headers, raw: Buffer.from(forged) });
    expect(hint).toMatchObject({ reference: driven.payment().id });
    driven.sandbox.book.refuseCapture(driven.payment());
    expect(await read(driven.payment().id)).toEqual({ status: "open", ...NOTHING });
  });
});
