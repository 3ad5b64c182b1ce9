import { z } from "zod";
import { jsonOf } from "#domain/kernel/json.ts";
import { formatMinor, type Minor, sumOf } from "#domain/kernel/money.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { askProvider, type ProviderQuestion, type ProviderWire, readAnswer } from "../ask-provider.ts";
import {
  type Checkout,
  type ListedPayment,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentReading,
  ProviderTrouble,
  type ReadingStatus,
  type ReadingTerms,
  type RefundOffer,
  type RefundOrder,
  type WebhookDelivery,
  type WebhookHint,
} from "../provider.ts";
import { isSignedByBtcpay } from "./btcpay-signature.ts";
import { centsOf, centsOfProduct, decimalOf } from "./decimals.ts";

export interface BtcpaySettings {
  /** The server's address. */
  readonly origin: string;
  readonly apiKey: string;
  readonly storeId: string;
  readonly webhookSecret: string;
}

/** How long after its end an invoice still accepts payments, in minutes. */
const MONITORING_MINUTES = 1_440;
const PAGE = 100;
const PAGES_MAX = 100;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

const idText = z.string().regex(ID);
const decimal = z.string().transform((text, context): bigint => {
  const value = decimalOf(text);
  if (value === null) context.addIssue("must be a decimal");
  return value ?? 0n;
});
const usd = z.literal("USD");
const invoiceSchema = z.object({
  id: idText,
  checkoutLink: z.url(),
  status: z.enum(["New", "Processing", "Expired", "Invalid", "Settled"]),
  currency: usd,
  paidAmount: decimal.optional(),
  metadata: z.looseObject({ orderId: z.string().nullish() }).nullish(),
});
type Invoice = z.infer<typeof invoiceSchema>;
const methodSchema = z.object({
  paymentMethodId: z.string(),
  rate: decimal,
  payments: z.array(z.object({ value: decimal, status: z.enum(["Invalid", "Processing", "Settled"]) })),
});
const pullSchema = z.object({
  id: idText,
  name: z.string(),
  amount: decimal,
  currency: usd,
  viewLink: z.url(),
  /** It can no longer be claimed. */
  archived: z.boolean(),
});
const payoutSchema = z.object({ state: z.string(), originalAmount: decimal, originalCurrency: z.string() });
const eventSchema = z.object({
  deliveryId: z.string().min(1).max(255),
  type: z.string().max(255),
  storeId: z.string(),
  invoiceId: z.string().optional(),
});
const errorSchema = z.union([
  z.object({ code: z.string() }).transform(({ code }) => code),
  z.array(z.object({ path: z.string() })).transform((faults) => faults.map(({ path }) => path).join(" ")),
]);

const STATUSES: Readonly<Record<Invoice["status"], ReadingStatus>> = {
  New: "open",
  Processing: "processing",
  Settled: "paid",
  Expired: "expired",
  Invalid: "expired",
};

/** BTCPay Server: invoices paid in crypto. */
export class Btcpay implements PaymentProvider {
  readonly name = "btcpay";
  readonly #settings: BtcpaySettings;
  readonly #wire: ProviderWire;
  readonly #store: string;

  constructor(settings: BtcpaySettings, wire: ProviderWire) {
    this.#settings = settings;
    this.#wire = wire;
    this.#store = `/api/v1/stores/${settings.storeId}`;
  }

  /** BTCPay has no idempotency keys, so an invoice of this payment is looked up first. */
  async open(order: PaymentOrder): Promise<Checkout> {
    const { paymentId, amount, title, expiresAt, returnUrl } = order;
    const what = "an invoice at BTCPay";
    const before = `${this.#store}/invoices?orderId=${encodeURIComponent(paymentId)}`;
    const [made] = await readAnswer(await this.#get(before, what), z.array(invoiceSchema), what);
    if (made !== undefined) return { reference: made.id, url: made.checkoutLink };
    const body = {
      amount: formatMinor(amount),
      currency: "USD",
      metadata: { orderId: paymentId, itemDesc: title },
      checkout: {
        speedPolicy: "MediumSpeed",
        expirationMinutes: Math.max(1, Math.ceil((expiresAt - this.#wire.now()) / MINUTE_MS)),
        monitoringMinutes: MONITORING_MINUTES,
        redirectURL: returnUrl,
        redirectAutomatically: true,
      },
    };
    const response = await this.#post(`${this.#store}/invoices`, body, what);
    const { id, checkoutLink: url } = await readAnswer(response, invoiceSchema, what);
    return { reference: id, url };
  }

  /** Sums settled payments in any status: late payments and overpayments do not change it. */
  async read(reference: string, { offers }: ReadingTerms): Promise<PaymentReading> {
    const [invoice, methods] = await Promise.all([this.#invoice(reference), this.#methodsOf(reference)]);
    const payments = methods.flatMap(({ rate, payments: made }) => made.map((one) => ({ rate, ...one })));
    const settled = payments.filter(({ status }) => status === "Settled");
    const received = centsOfProduct(sumOf(settled.map(({ rate, value }) => rate * value)));
    const isUnderWay = payments.some(({ status }) => status === "Processing");
    const claims = await Promise.all(offers.map((offer) => this.#claimOf(offer)));
    return {
      status: isUnderWay ? "processing" : STATUSES[invoice.status],
      received,
      refunded: sumOf(claims.map(({ claimed }) => claimed)),
      offered: sumOf(claims.map(({ left }) => left)),
      taken: 0n,
      fee: 0n,
    };
  }

  /** Closes an invoice that nobody has begun to pay. A payment that arrives anyway is read. */
  async close(reference: string): Promise<void> {
    const { status } = await this.#invoice(reference);
    const methods = await this.#methodsOf(reference);
    if (status !== "New" || methods.some(({ payments }) => payments.length > 0)) return;
    const path = `${this.#store}/invoices/${reference}/status`;
    await this.#post(path, { status: "Invalid" }, "the end of an invoice at BTCPay");
  }

  /** Offers a refund that the buyer has to claim, because coins cannot simply be sent back. */
  async refund({ refundId, reference, amount }: RefundOrder): Promise<RefundOffer> {
    const what = "a refund at BTCPay";
    const listed = await this.#get(`${this.#store}/pull-payments?includeArchived=true`, what);
    const before = (await readAnswer(listed, z.array(pullSchema.omit({ currency: true })), what)).find(
      ({ name }) => name === refundId,
    );
    if (before !== undefined) return { reference: before.id, url: before.viewLink };
    const methods = await this.#methodsOf(reference);
    const paidBy = methods.find(({ payments }) => payments.some(({ status }) => status === "Settled"));
    if (paidBy === undefined) throw new ProviderTrouble("refused", `${what}: nothing was paid`);
    const body = {
      name: refundId,
      payoutMethodId: paidBy.paymentMethodId,
      refundVariant: "Custom",
      customAmount: formatMinor(amount),
      customCurrency: "USD",
    };
    const response = await this.#post(`${this.#store}/invoices/${reference}/refund`, body, what);
    const { id, viewLink: url } = await readAnswer(response, pullSchema, what);
    return { reference: id, url };
  }

  /** Archives an offer with its pending claims. Paid claims stay. */
  async withdraw(offer: string): Promise<void> {
    const what = "the end of a refund at BTCPay";
    const path = `${this.#store}/pull-payments/${offer}`;
    await this.#ask(path, { what, init: { method: "DELETE" } }).catch((error: unknown) => {
      // It no longer exists.
      if (!(error instanceof ProviderTrouble && error.kind === "refused")) throw error;
    });
  }

  async list(since: number): Promise<readonly ListedPayment[]> {
    const what = "the list of BTCPay";
    const found: ListedPayment[] = [];
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const span = `startDate=${Math.floor(since / 1_000)}&take=${PAGE}&skip=${page * PAGE}`;
      const response = await this.#get(`${this.#store}/invoices?${span}`, what);
      const invoices = await readAnswer(response, z.array(invoiceSchema), what);
      found.push(
        ...invoices.map(({ id, metadata, paidAmount = 0n }) => ({
          reference: id,
          paymentId: metadata?.orderId ?? null,
          received: centsOf(paidAmount),
        })),
      );
      if (invoices.length < PAGE) return found;
    }
    throw new ProviderTrouble("strange", `${what} is longer than it can be`);
  }

  async hint({ headers, raw }: WebhookDelivery): Promise<WebhookHint | null> {
    const { webhookSecret, storeId } = this.#settings;
    if (!isSignedByBtcpay(headers.get("BTCPay-Sig"), raw, webhookSecret)) return null;
    const event = eventSchema.safeParse(jsonOf(Buffer.from(raw).toString("utf8")));
    if (!event.success || event.data.storeId !== storeId) return null;
    const { deliveryId: eventId, type, invoiceId } = event.data;
    return { eventId, type, reference: idText.safeParse(invoiceId).data ?? null };
  }

  /** The paid and the claimable part of an offered refund. */
  async #claimOf(offer: string): Promise<{ readonly claimed: Minor; readonly left: Minor }> {
    const what = "a refund at BTCPay";
    const path = `/api/v1/pull-payments/${offer}`;
    const [pull, payouts] = await Promise.all([this.#get(path, what), this.#get(`${path}/payouts`, what)]);
    const { amount, archived } = await readAnswer(pull, pullSchema, what);
    const done = (await readAnswer(payouts, z.array(payoutSchema), what)).filter(
      ({ state, originalCurrency }) => state === "Completed" && originalCurrency === "USD",
    );
    const claimed = centsOf(sumOf(done.map(({ originalAmount }) => originalAmount)));
    return { claimed, left: archived ? 0n : centsOf(amount) - claimed };
  }

  async #invoice(reference: string): Promise<Invoice> {
    const what = "an invoice at BTCPay";
    return readAnswer(await this.#get(`${this.#store}/invoices/${reference}`, what), invoiceSchema, what);
  }

  async #methodsOf(reference: string): Promise<z.infer<typeof methodSchema>[]> {
    const what = "payments at BTCPay";
    const response = await this.#get(`${this.#store}/invoices/${reference}/payment-methods`, what);
    return readAnswer(response, z.array(methodSchema), what);
  }

  #get(path: string, what: string): Promise<Response> {
    return this.#ask(path, { what, init: { method: "GET" } });
  }

  /** Sent once: after a lost answer, the caller looks for its effect before retrying. */
  #post(path: string, body: object, what: string): Promise<Response> {
    return this.#ask(path, { what, init: { method: "POST", body: JSON.stringify(body) }, isOnce: true });
  }

  async #ask(path: string, { what, init, isOnce = false }: Omit<ProviderQuestion, "url">): Promise<Response> {
    const { origin, apiKey } = this.#settings;
    const headers = { Authorization: `token ${apiKey}`, "Content-Type": "application/json" };
    const question = { what, url: `${origin}${path}`, init: { ...init, headers }, isOnce };
    const response = await askProvider(this.#wire, question);
    if (response.ok) return response;
    if (NOT_ALLOWED.has(response.status)) throw new ProviderTrouble("away", `${what}: ${response.status}`);
    throw new ProviderTrouble("refused", `${what}: ${await readAnswer(response, errorSchema, what)}`);
  }
}

/** A bad API key tells nothing about the request itself. */
const NOT_ALLOWED: ReadonlySet<number> = new Set([401, 403]);
