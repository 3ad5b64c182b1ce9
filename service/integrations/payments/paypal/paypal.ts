import { z } from "zod";
import { jsonOf } from "#domain/kernel/json.ts";
import { type Minor, sumOf } from "#domain/kernel/money.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { type ProviderWire, readAnswer } from "../ask-provider.ts";
import {
  type Checkout,
  type ListedPayment,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentReading,
  ProviderTrouble,
  type ReadingStatus,
  type ReadingTerms,
  type RefundOrder,
  refundKey,
  type WebhookDelivery,
  type WebhookHint,
} from "../provider.ts";
import { isSignedByPaypal } from "./paypal-webhook.ts";
import { PaypalRefusal, type PaypalSettings, PaypalWire, paypalAmount, paypalUsd } from "./paypal-wire.ts";

/** Characters of a title that PayPal's page has room for. */
const TITLE_CHARS_MAX = 127;
const ID = /^[A-Za-z0-9-]{1,36}$/;
const PAGE = 500;
const PAGES_MAX = 50;
/** The longest period that one request to PayPal's list may cover. */
const LIST_MS = 31 * DAY_MS;

const idText = z.string().regex(ID);
const captureSchema = z.object({
  id: idText,
  status: z.enum(["COMPLETED", "DECLINED", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED", "FAILED"]),
  amount: paypalUsd,
  seller_receivable_breakdown: z.object({ paypal_fee: paypalUsd.optional() }).optional(),
});
const refundSchema = z.object({
  status: z.enum(["CANCELLED", "FAILED", "PENDING", "COMPLETED"]),
  amount: paypalUsd,
  custom_id: z.string().optional(),
});
const paymentsSchema = z.object({
  captures: z.array(captureSchema).default([]),
  refunds: z.array(refundSchema).default([]),
});
const orderSchema = z.object({
  id: idText,
  status: z.enum(["CREATED", "SAVED", "APPROVED", "VOIDED", "COMPLETED", "PAYER_ACTION_REQUIRED"]),
  links: z.array(z.object({ rel: z.string(), href: z.url() })).default([]),
  purchase_units: z.array(z.object({ payments: paymentsSchema.optional() })).default([]),
});
type Order = z.infer<typeof orderSchema>;
type Payments = z.infer<typeof paymentsSchema>;

const disputesSchema = z.object({ items: z.array(z.object({ dispute_id: idText })).default([]) });
const disputeSchema = z.object({
  status: z.string(),
  dispute_amount: paypalUsd,
  money_movements: z
    .array(z.object({ affected_party: z.string(), type: z.string(), reason: z.string(), amount: paypalUsd }))
    .default([]),
});
type Dispute = z.infer<typeof disputeSchema>;
const transactionsSchema = z.object({
  total_pages: z.int().min(0).default(1),
  transaction_details: z.array(
    z.object({
      transaction_info: z.object({
        transaction_id: z.string(),
        transaction_event_code: z.string(),
        transaction_status: z.string(),
        transaction_amount: z.object({ currency_code: z.string(), value: z.string() }),
        invoice_id: z.string().optional(),
      }),
    }),
  ),
});
const eventSchema = z.object({
  id: z.string().min(1).max(255),
  event_type: z.string().max(255),
  resource: z.looseObject({
    id: z.unknown().optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: z.unknown().optional() }) }).optional(),
    disputed_transactions: z.array(z.object({ seller_transaction_id: z.unknown().optional() })).optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
  }),
});
const relatedSchema = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: idText }) }),
});

const RECEIVED: ReadonlySet<string> = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);
const WENT_BACK: ReadonlySet<string> = new Set(["COMPLETED", "PENDING"]);
const NOTHING = { received: 0n, refunded: 0n, offered: 0n, taken: 0n, fee: 0n };
/** Why an order was not captured; the next reading may change it. */
const NOT_CAPTURED: ReadonlySet<string> = new Set([
  "ORDER_NOT_APPROVED",
  "INSTRUMENT_DECLINED",
  "PAYER_ACTION_REQUIRED",
]);

/** PayPal: orders, captured as soon as their buyers have approved them. */
export class Paypal implements PaymentProvider {
  readonly name = "paypal";
  readonly #wire: PaypalWire;

  constructor(settings: PaypalSettings, wire: ProviderWire) {
    this.#wire = new PaypalWire(settings, wire);
  }

  async open({ paymentId, amount, title, returnUrl, cancelUrl }: PaymentOrder): Promise<Checkout> {
    const body = {
      intent: "CAPTURE",
      purchase_units: [
        {
          custom_id: paymentId,
          invoice_id: paymentId,
          description: title.slice(0, TITLE_CHARS_MAX),
          amount: paypalAmount(amount),
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: returnUrl,
            cancel_url: cancelUrl,
            user_action: "PAY_NOW",
            shipping_preference: "NO_SHIPPING",
            payment_method_preference: "IMMEDIATE_PAYMENT_REQUIRED",
          },
        },
      },
    };
    const what = "a checkout at PayPal";
    const response = await this.#post("/v2/checkout/orders", body, { what, key: `florin-open-${paymentId}` });
    const { id, links } = await readAnswer(response, orderSchema, what);
    const url = links.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href;
    if (url === undefined) throw new ProviderTrouble("strange", `${what} has no page`);
    return { reference: id, url };
  }

  /** Reads an order, after capturing it if its buyer has approved and it may still be paid. */
  async read(reference: string, { mayPay }: ReadingTerms): Promise<PaymentReading> {
    const seen = await this.#orderNow(reference);
    const order = seen?.status === "APPROVED" && mayPay ? await this.#captured(seen) : seen;
    const payments = order === null ? null : paymentsOf(order);
    if (order === null || payments === null || payments.captures.length === 0) {
      const isOver = order === null || order.status === "VOIDED" || !mayPay;
      return { ...NOTHING, status: isOver ? "expired" : "open" };
    }
    const { captures, refunds } = payments;
    const disputes = (await Promise.all(captures.map(({ id }) => this.#disputesOf(id)))).flat();
    const received = sumOf(captures.filter(({ status }) => RECEIVED.has(status)).map(({ amount }) => amount));
    const refunded = sumOf(refunds.filter(({ status }) => WENT_BACK.has(status)).map(({ amount }) => amount));
    const fees = captures.map((capture) => capture.seller_receivable_breakdown?.paypal_fee ?? 0n);
    const taken = sumOf(disputes.map(takenBy));
    return {
      status: statusOf(captures, received),
      received,
      refunded,
      offered: 0n,
      // A dispute that PayPal ended by a refund appears as that refund.
      taken: least(taken, received - refunded),
      fee: sumOf([...fees, ...disputes.map((dispute) => movedBy(dispute, isFee))]),
    };
  }

  /** PayPal cannot close orders: one that is not captured is not paid. */
  async close(): Promise<void> {}

  async refund({ refundId, reference, amount, attempt }: RefundOrder): Promise<null> {
    const what = "a refund at PayPal";
    const order = await this.#orderNow(reference);
    const { captures, refunds } = order === null ? { captures: [], refunds: [] } : paymentsOf(order);
    const capture = captures.find(({ status }) => RECEIVED.has(status));
    if (capture === undefined) throw new ProviderTrouble("refused", `${what}: nothing was paid`);
    // PayPal forgets keys after 45 days.
    const same = refunds.filter(({ custom_id: id }) => id === refundId);
    if (same.some(({ status }) => WENT_BACK.has(status))) return null;
    const body = { amount: paypalAmount(amount), custom_id: refundId };
    const path = `/v2/payments/captures/${capture.id}/refund`;
    await this.#post(path, body, { what, key: `florin-${refundKey(refundId, same.length + attempt)}` });
    return null;
  }

  async list(since: number): Promise<readonly ListedPayment[]> {
    const until = this.#wire.now();
    const found = new Map<string, ListedPayment>();
    for (let from = since; from < until; from += LIST_MS)
      for (const listed of await this.#listed(from, Math.min(from + LIST_MS, until))) {
        const key = listed.paymentId ?? listed.reference;
        found.set(key, { ...listed, received: listed.received + (found.get(key)?.received ?? 0n) });
      }
    return [...found.values()];
  }

  async hint(delivery: WebhookDelivery): Promise<WebhookHint | null> {
    if (!(await isSignedByPaypal(this.#wire, delivery))) return null;
    const event = eventSchema.safeParse(jsonOf(Buffer.from(delivery.raw).toString("utf8")));
    if (!event.success) return null;
    const { id, event_type: type, resource } = event.data;
    return { eventId: id, type, reference: await this.#orderOf(type, resource) };
  }

  /** The order that an event is about: for disputes and refunds, that of their capture. */
  async #orderOf(type: string, resource: z.infer<typeof eventSchema>["resource"]): Promise<string | null> {
    if (type.startsWith("CHECKOUT.ORDER.")) return idIn(resource.id);
    const named = resource.supplementary_data?.related_ids.order_id;
    if (named !== undefined) return idIn(named);
    const up = resource.links?.find(({ rel }) => rel === "up")?.href;
    const disputed = resource.disputed_transactions?.[0]?.seller_transaction_id;
    const capture = idIn(disputed ?? up?.split("/").at(-1));
    if (capture === null) return null;
    const what = "a capture at PayPal";
    const response = await this.#get(`/v2/payments/captures/${capture}`, what).catch(nullIfUnknown);
    if (response === null) return null;
    return (await readAnswer(response, relatedSchema, what)).supplementary_data.related_ids.order_id;
  }

  /** Captures an approved order; if another process has captured it meanwhile, reads it. */
  async #captured(order: Order): Promise<Order | null> {
    try {
      const what = "a capture at PayPal";
      await this.#post(`/v2/checkout/orders/${order.id}/capture`, {}, { what });
    } catch (error) {
      if (!(error instanceof PaypalRefusal)) throw error;
      if (NOT_CAPTURED.has(error.issue)) return order;
      if (error.issue !== "ORDER_ALREADY_CAPTURED") throw error;
    }
    return this.#orderNow(order.id);
  }

  /** An order; null for one that PayPal has forgotten. */
  async #orderNow(reference: string): Promise<Order | null> {
    const what = "a checkout at PayPal";
    const response = await this.#get(`/v2/checkout/orders/${reference}`, what).catch(nullIfUnknown);
    return response === null ? null : readAnswer(response, orderSchema, what);
  }

  async #disputesOf(captureId: string): Promise<Dispute[]> {
    const what = "disputes at PayPal";
    const path = "/v1/customer/disputes";
    const listed = await this.#get(`${path}?disputed_transaction_id=${captureId}`, what);
    const { items } = await readAnswer(listed, disputesSchema, what);
    return Promise.all(
      items.map(async ({ dispute_id: id }) =>
        readAnswer(await this.#get(`${path}/${id}`, what), disputeSchema, what),
      ),
    );
  }

  async #listed(from: number, until: number): Promise<ListedPayment[]> {
    const what = "the list of PayPal";
    const span = `start_date=${new Date(from).toISOString()}&end_date=${new Date(until).toISOString()}`;
    const found: ListedPayment[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const path = `/v1/reporting/transactions?${span}&fields=transaction_info&page_size=${PAGE}&page=${page}`;
      const { transaction_details: details, total_pages: pages } = await readAnswer(
        await this.#get(path, what),
        transactionsSchema,
        what,
      );
      found.push(...details.flatMap(({ transaction_info: info }) => listedOf(info)));
      if (page >= pages) return found;
    }
    throw new ProviderTrouble("strange", `${what} is longer than it can be`);
  }

  #get(path: string, what: string): Promise<Response> {
    return this.#wire.ask({ method: "GET", path, what });
  }

  #post(
    path: string,
    body: object,
    named: { readonly what: string; readonly key?: string },
  ): Promise<Response> {
    return this.#wire.ask({ method: "POST", path, body: JSON.stringify(body), ...named });
  }
}

const least = (one: Minor, other: Minor): Minor => (one < other ? one : other);
const paymentsOf = ({ purchase_units: [unit] }: Order): Payments =>
  unit?.payments ?? { captures: [], refunds: [] };
const idIn = (value: unknown): string | null => idText.safeParse(value).data ?? null;

function statusOf(captures: Payments["captures"], received: Minor): ReadingStatus {
  if (received > 0n) return "paid";
  return captures.some(({ status }) => status === "PENDING") ? "processing" : "expired";
}

const isFee = (reason: string): boolean => reason.includes("FEE");
/** The amount that a dispute has taken from us. */
function movedBy(
  { money_movements: movements }: Dispute,
  counts: (reason: string) => boolean = (reason) => !isFee(reason),
): Minor {
  const ours = movements.filter(({ affected_party: of, reason }) => of === "SELLER" && counts(reason));
  return sumOf(ours.map(({ type, amount }) => (type === "DEBIT" ? amount : -amount)));
}
/** While a dispute is open, PayPal holds all of its amount; afterwards it keeps what it has moved. */
const takenBy = (dispute: Dispute): Minor =>
  dispute.status === "RESOLVED" ? movedBy(dispute) : dispute.dispute_amount;

/** Whether a transaction brought money; PayPal's codes for those begin with T00. */
function listedOf(
  info: z.infer<typeof transactionsSchema>["transaction_details"][number]["transaction_info"],
): ListedPayment[] {
  const { transaction_id: reference, transaction_amount: amount, invoice_id: paymentId = null } = info;
  const isIncome = info.transaction_event_code.startsWith("T00") && info.transaction_status === "S";
  const received = isIncome ? paypalUsd.safeParse(amount).data : undefined;
  return received === undefined ? [] : [{ reference, paymentId, received }];
}

const UNKNOWN: ReadonlySet<string> = new Set(["INVALID_RESOURCE_ID", "RESOURCE_NOT_FOUND"]);
function nullIfUnknown(error: unknown): null {
  if (error instanceof PaypalRefusal && UNKNOWN.has(error.issue)) return null;
  throw error;
}
