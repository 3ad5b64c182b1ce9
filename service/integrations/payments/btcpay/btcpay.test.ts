import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { forAll } from "#domain/testing/properties/for-all.ts";
import {
  AT_FIRST,
  BTCPAY_ACCOUNT,
  type DrivenPayments,
  drivePayments,
  hintsOf,
  inEuros,
  SANDBOX_PAYMENTS,
  sandboxOrder,
} from "#service/lab/testing/stand-ins/payment-sandbox.ts";
import type { PaymentOrder, RefundOffer } from "../provider.ts";
import { Btcpay } from "./btcpay.ts";
import { btcpaySignature, isSignedByBtcpay } from "./btcpay-signature.ts";
import { centsOf, decimalOf } from "./decimals.ts";

const BEGINS = Date.parse("2026-11-01T12:00:00.000Z");
const NOTHING = { received: 0n, refunded: 0n, offered: 0n, taken: 0n, fee: 0n };

let driven: DrivenPayments;
let btcpay: Btcpay;
/** Whether requests are carried out, but their answers lost. */
let isLosingPosts: boolean;
beforeEach(() => {
  driven = drivePayments({ now: BEGINS });
  isLosingPosts = false;
  btcpay = new Btcpay(SANDBOX_PAYMENTS.btcpay, {
    ...driven.wire,
    fetch: async (url, init) => {
      const answer = await driven.fetch(url, init);
      if (!isLosingPosts || init.method !== "POST") return answer;
      throw new Error("the answer was lost");
    },
  });
});

const open = (change: Partial<PaymentOrder> = {}) =>
  btcpay.open(sandboxOrder(driven.clock.now, { method: "crypto", ...change }));
const read = (reference: string, offers: readonly string[] = []) =>
  btcpay.read(reference, { mayPay: true, offers });
const later = (minutes: number) => {
  driven.clock.now += minutes * MINUTE_MS;
  driven.sandbox.book.tick();
};

describe("a payment in crypto", () => {
  it("is read by its settled payments, without a fee", async () => {
    const { reference, url } = await open();
    expect(await read(reference)).toEqual({ ...NOTHING, status: "open" });
    await driven.choose(url, "pay");
    expect(await read(reference)).toEqual({ ...NOTHING, status: "paid", received: 1_999n });
    expect(await hintsOf(driven, btcpay)).toMatchObject([{ type: "InvoiceSettled", reference }]);
  });

  it("gets the same invoice when requested again, though BTCPay knows no keys", async () => {
    isLosingPosts = true;
    await expect(open()).rejects.toMatchObject({ kind: "away" });
    isLosingPosts = false;
    const { reference } = await open();
    expect((await open()).reference).toBe(reference);
    expect(driven.sandbox.book.all()).toHaveLength(1);
  });

  it.each([...AT_FIRST, ["too-little", "open", 1_899n]] as const)(
    "by the action %s is %s at first",
    async (action, status, received) => {
      const { reference, url } = await open();
      await driven.choose(url, action);
      expect(await read(reference)).toMatchObject({ status, received });
    },
  );

  it("in another currency is not taken for dollars", async () => {
    const other = new Btcpay(SANDBOX_PAYMENTS.btcpay, inEuros(driven));
    const { reference, url } = await open();
    await driven.choose(url, "pay");
    await expect(other.read(reference, { mayPay: true, offers: [] })).rejects.toMatchObject({
      kind: "strange",
    });
  });

  it("that comes late leaves its invoice expired, and counts", async () => {
    const { reference, url } = await open();
    await driven.choose(url, "late");
    later(1);
    expect(await read(reference)).toMatchObject({ status: "expired", received: 1_999n });
    expect((await hintsOf(driven, btcpay)).map((hint) => hint?.type)).toEqual([
      "InvoiceExpired",
      "InvoicePaymentSettled",
    ]);
  });

  it("of too little ends with its invoice, unless the rest comes before", async () => {
    const [short, whole] = [await open(), await open({ paymentId: "pay_2" })];
    for (const { url } of [short, whole]) await driven.choose(url, "too-little");
    await driven.choose(whole.url, "pay");
    expect(await read(whole.reference)).toMatchObject({ status: "paid", received: 1_999n });
    later(32);
    expect(await read(short.reference)).toMatchObject({ status: "expired", received: 1_899n });
  });

  it("under way can fail, and its invoice waits again", async () => {
    const { reference, url } = await open();
    await driven.choose(url, "slowly");
    driven.sandbox.book.undo(driven.payment());
    later(1);
    expect(await read(reference)).toMatchObject({ status: "open", received: 0n });
    await driven.choose(url, "pay");
    expect(await read(reference)).toMatchObject({ status: "paid", received: 1_999n });
  });

  it("is refunded by an offer to its buyer, made once even if answers are lost", async () => {
    const { reference, url } = await open();
    await driven.choose(url, "pay");
    const refund = { refundId: "r_1", reference, amount: 999n, attempt: 0 };
    isLosingPosts = true;
    await expect(btcpay.refund(refund)).rejects.toMatchObject({ kind: "away" });
    isLosingPosts = false;
    const offer = await btcpay.refund(refund);
    expect((await btcpay.refund(refund)).reference).toBe(offer.reference);
    expect(driven.payment().refunds).toHaveLength(1);
    expect(await read(reference, [offer.reference])).toMatchObject({ offered: 999n, refunded: 0n });
    await driven.choose(offer.url, "claim");
    expect(await read(reference, [offer.reference])).toMatchObject({ offered: 0n, refunded: 999n });
  });

  it("cannot be claimed once its refund is withdrawn; earlier claims stay", async () => {
    const [one, two] = [await open(), await open({ paymentId: "pay_2" })];
    const offers: RefundOffer[] = [];
    for (const { reference, url } of [one, two]) {
      await driven.choose(url, "pay");
      offers.push(await btcpay.refund({ refundId: `r_${reference}`, reference, amount: 999n, attempt: 0 }));
    }
    const [open1, claimed] = offers.map(({ reference }) => reference);
    if (open1 === undefined || claimed === undefined) throw new Error("both were offered");
    await driven.choose(offers[1]?.url ?? "", "claim");
    for (const offer of [open1, claimed, open1, "none"]) await btcpay.withdraw(offer);
    await driven.choose(offers[0]?.url ?? "", "claim");
    expect(await read(one.reference, [open1])).toMatchObject({ offered: 0n, refunded: 0n });
    expect(await read(two.reference, [claimed])).toMatchObject({ offered: 0n, refunded: 999n });
  });

  it("of which nothing has settled is not refunded", async () => {
    const { reference } = await open();
    await expect(btcpay.refund({ refundId: "r_1", reference, amount: 1n, attempt: 0 })).rejects.toMatchObject(
      {
        kind: "refused",
      },
    );
  });

  it("closes if nobody has paid, and stays if somebody has", async () => {
    const [unpaid, begun] = [await open(), await open({ paymentId: "pay_2" })];
    await driven.choose(begun.url, "slowly");
    for (const { reference } of [unpaid, begun]) await btcpay.close(reference);
    expect(await read(unpaid.reference)).toMatchObject({ status: "expired" });
    expect(await read(begun.reference)).toMatchObject({ status: "processing" });
  });

  it("is in BTCPay's own list, page after page", async () => {
    for (let n = 0; n < 103; n += 1) await open({ paymentId: `pay_${n}` });
    expect(new Set((await btcpay.list(BEGINS)).map(({ paymentId }) => paymentId)).size).toBe(103);
    expect(await btcpay.list(BEGINS + MINUTE_MS)).toEqual([]);
  });
});

describe("a webhook of BTCPay", () => {
  it("is signed over its bytes", () => {
    const due = "sha256=fbfab491ba0323079ced832bb9f8e422bf631b5c4bc3393b90f2ba56db51b61a";
    const raw = Buffer.from('{"invoiceId":"i1"}');
    expect(btcpaySignature("HelloWorld", raw)).toBe(due);
    expect(isSignedByBtcpay(due, raw, "HelloWorld")).toBe(true);
    for (const header of [null, "", due.slice(0, -1), `${due.slice(0, -1)}b`, due.replace("sha256=", "")])
      expect(isSignedByBtcpay(header, raw, "HelloWorld")).toBe(false);
    expect(isSignedByBtcpay(due, raw, "Hello World")).toBe(false);
  });

  it("of another store, of another body or without JSON is ignored", async () => {
    const { url } = await open();
    await driven.choose(url, "pay");
    await driven.sandbox.sender.flush();
    const body = driven.posted[0]?.body ?? "";
    const hint = (text: string) => {
      const raw = Buffer.from(text);
      const headers = new Headers({ "BTCPay-Sig": btcpaySignature(BTCPAY_ACCOUNT.webhookSecret, raw) });
      return btcpay.hint({ headers, raw });
    };
    expect(await hint(body)).not.toBeNull();
    expect(await hint(body.replace("FlorinStore", "AnotherStore"))).toBeNull();
    expect(await hint("{")).toBeNull();
    const headers = driven.posted[0]?.headers ?? new Headers();
    expect(await btcpay.hint({ headers, raw: Buffer.from(`${body} `) })).toBeNull();
  });

  it("is resent after a server error of ours, and never after a refusal", async () => {
    for (const [status, attempts] of [
      [503, 2],
      [400, 1],
    ] as const) {
      let answer: number = status;
      driven = drivePayments({ now: BEGINS }, async () => new Response(null, { status: answer }));
      driven.sandbox.book.act(
        driven.sandbox.book.open(
          { ...sandboxOrder(BEGINS), provider: "btcpay", currency: "usd", metadata: {} },
          "i1",
        ),
        "pay",
      );
      await driven.sandbox.sender.flush();
      answer = 200;
      await driven.sandbox.sender.flush();
      expect(driven.sandbox.sender.sent).toHaveLength(attempts);
    }
  });
});

describe("decimals", () => {
  it("are read exactly and rounded to the nearest cent", () => {
    expect(centsOf(decimalOf("19.99") ?? 0n)).toBe(1_999n);
    expect(centsOf(decimalOf("0.005") ?? 0n)).toBe(1n);
    expect(centsOf(decimalOf("0.004999999999999999") ?? 0n)).toBe(0n);
    for (const text of ["", "-1", "1e3", ".5", "1.", "1.0000000000000000001", "NaN"])
      expect(decimalOf(text)).toBeNull();
  });

  it("are formatted as they were parsed", () => {
    forAll(fc.bigInt({ min: 0n, max: 10n ** 17n - 1n }), (cents) => {
      const text = `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
      expect(centsOf(decimalOf(text) ?? -1n)).toBe(cents);
    });
  });
});
