import { z } from "zod";
import { jsonOf } from "#domain/kernel/json.ts";
import { sumOf } from "#domain/kernel/money.ts";
import { askProvider, type ProviderWire, readAnswer } from "../ask-provider.ts";
import {
  type Checkout,
  type ListedPayment,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentReading,
  ProviderTrouble,
  type ReadingStatus,
  type RefundOrder,
  refundKey,
  type WebhookDelivery,
  type WebhookHint,
} from "../provider.ts";
import { isSignedByStripe } from "./signature.ts";

/** The API version of the schemas below. */
export const STRIPE_VERSION = "2026-10-28.endive";
const PAGE = 100;
/** Maximum pages of a list. */
const PAGES_MAX = 100;
/** Characters of a title that Stripe's page has room for. */
const TITLE_CHARS_MAX = 250;

export interface StripeSettings {
  /** `https://api.stripe.com`, or the sandbox's. */
  readonly origin: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

const cents = z.int().min(0).transform(BigInt);
const signedCents = z.int().transform(BigInt);
const usd = z.literal("usd");
const balanceTransaction = z.object({ amount: signedCents, fee: signedCents, currency: usd });

const sessionSchema = z.object({
  id: z.string(),
  url: z.string().nullable(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  client_reference_id: z.string().nullable(),
  currency: usd,
  livemode: z.boolean(),
});
const chargeSchema = z.object({ balance_transaction: balanceTransaction.nullable() });
const intentSchema = z.object({
  id: z.string(),
  amount_received: cents,
  currency: usd,
  latest_charge: chargeSchema.nullable(),
});
const readSchema = sessionSchema.extend({ payment_intent: intentSchema.nullable() });
const listSchema = <S extends z.ZodType>(item: S) => z.object({ data: z.array(item), has_more: z.boolean() });
const refundSchema = z.object({
  amount: cents,
  currency: usd,
  status: z.enum(["pending", "requires_action", "succeeded", "failed", "canceled"]),
  metadata: z.record(z.string(), z.string()).nullable(),
});
const disputeSchema = z.object({ balance_transactions: z.array(balanceTransaction) });
const errorSchema = z.object({
  error: z.object({ type: z.string(), code: z.string().nullish(), param: z.string().nullish() }),
});
const eventSchema = z.object({
  id: z.string().max(255),
  type: z.string().max(255),
  livemode: z.boolean(),
  // Objects of events about no payment, such as the account's balance, have no id.
  data: z.object({ object: z.looseObject({ object: z.string(), id: z.string().optional() }) }),
});

type Form = readonly (readonly [name: string, value: string])[];

/** Refunds whose money has left, or is on its way. */
const REFUNDED: ReadonlySet<string> = new Set(["pending", "requires_action", "succeeded"]);

/** Stripe: Checkout for cards and Cash App. */
export class Stripe implements PaymentProvider {
  readonly name = "stripe";
  readonly #settings: StripeSettings;
  readonly #wire: ProviderWire;

  constructor(settings: StripeSettings, wire: ProviderWire) {
    this.#settings = settings;
    this.#wire = wire;
  }

  async open(order: PaymentOrder): Promise<Checkout> {
    const { paymentId, method, amount, title, expiresAt, returnUrl, cancelUrl } = order;
    const form: Form = [
      ["mode", "payment"],
      ["client_reference_id", paymentId],
      ["line_items[0][quantity]", "1"],
      ["line_items[0][price_data][currency]", "usd"],
      ["line_items[0][price_data][unit_amount]", String(amount)],
      ["line_items[0][price_data][product_data][name]", title.slice(0, TITLE_CHARS_MAX)],
      ["allowed_payment_method_types[0]", method === "cashapp" ? "cashapp" : "card"],
      ["adaptive_pricing[enabled]", "false"],
      ["payment_intent_data[metadata][payment_id]", paymentId],
      ["success_url", returnUrl],
      ["cancel_url", cancelUrl],
      ["expires_at", String(Math.ceil(expiresAt / 1_000))],
    ];
    const response = await this.#post("/v1/checkout/sessions", form, {
      key: `open-${paymentId}`,
      isHarmless: true,
    });
    const { id, url } = await readAnswer(response, sessionSchema, "a checkout at Stripe");
    if (url === null) throw new ProviderTrouble("strange", "a checkout at Stripe has no page");
    return { reference: id, url };
  }

  async read(reference: string): Promise<PaymentReading> {
    const session = await this.#session(reference);
    if (session.livemode !== this.#isLive())
      throw new ProviderTrouble("strange", "a checkout at Stripe is of the other mode");
    const { payment_intent: intent } = session;
    const status = statusOf(session);
    if (intent === null) return { status, received: 0n, refunded: 0n, offered: 0n, taken: 0n, fee: 0n };
    const refunds = await this.#all(`/v1/refunds?payment_intent=${intent.id}`, refundSchema);
    const disputes = await this.#all(`/v1/disputes?payment_intent=${intent.id}`, disputeSchema);
    const moves = disputes.flatMap((dispute) => dispute.balance_transactions);
    return {
      status: intent.amount_received > 0n ? "paid" : status,
      received: intent.amount_received,
      offered: 0n,
      refunded: sumOf(refunds.filter((refund) => REFUNDED.has(refund.status)).map(({ amount }) => amount)),
      taken: -sumOf(moves.map(({ amount }) => amount)),
      fee: (intent.latest_charge?.balance_transaction?.fee ?? 0n) + sumOf(moves.map(({ fee }) => fee)),
    };
  }

  /** A checkout with its charges. */
  async #session(reference: string): Promise<z.infer<typeof readSchema>> {
    const path = `/v1/checkout/sessions/${reference}?expand[]=payment_intent.latest_charge.balance_transaction`;
    return readAnswer(await this.#get(path), readSchema, "a checkout at Stripe");
  }

  async close(reference: string): Promise<void> {
    // A session that is no longer open cannot be closed, and need not be.
    await this.#post(`/v1/checkout/sessions/${reference}/expire`, [], {
      key: `close-${reference}`,
      isHarmless: true,
    }).catch(unlessRefused);
  }

  async refund({ refundId, reference, amount, attempt }: RefundOrder): Promise<null> {
    const { payment_intent: intent } = await this.#session(reference);
    if (intent === null) throw new ProviderTrouble("refused", "a refund at Stripe: nothing was paid");
    // Stripe forgets keys after a day; until then, a key that got a 500 gets it again.
    const done = await this.#all(`/v1/refunds?payment_intent=${intent.id}`, refundSchema);
    const same = done.filter(({ metadata }) => metadata?.refund_id === refundId);
    if (same.some(({ status }) => REFUNDED.has(status))) return null;
    const form: Form = [
      ["payment_intent", intent.id],
      ["amount", String(amount)],
      ["metadata[refund_id]", refundId],
    ];
    await this.#post("/v1/refunds", form, { key: refundKey(refundId, same.length + attempt) });
    return null;
  }

  async list(since: number): Promise<readonly ListedPayment[]> {
    const from = Math.floor(since / 1_000);
    const path = `/v1/checkout/sessions?created[gte]=${from}&expand[]=data.payment_intent`;
    const listed = sessionSchema.extend({
      payment_intent: intentSchema.omit({ latest_charge: true }).nullable(),
    });
    const sessions = await this.#all(path, listed);
    return sessions.map(({ id, client_reference_id: paymentId, payment_intent: intent }) => ({
      reference: id,
      paymentId,
      received: intent?.amount_received ?? 0n,
    }));
  }

  async hint({ headers, raw }: WebhookDelivery): Promise<WebhookHint | null> {
    const { webhookSecret: secret } = this.#settings;
    const now = this.#wire.now() / 1_000;
    if (!isSignedByStripe(headers.get("Stripe-Signature"), raw, { secret, now })) return null;
    const event = eventSchema.safeParse(jsonOf(Buffer.from(raw).toString("utf8")));
    if (!event.success || event.data.livemode !== this.#isLive()) return null;
    const { id, type, data } = event.data;
    return { eventId: id, type, reference: await this.#sessionOf(data.object) };
  }

  /** The checkout of an event; for refunds and disputes, that of their payment. */
  async #sessionOf(object: {
    readonly object: string;
    readonly id?: string | undefined;
    readonly payment_intent?: unknown;
  }): Promise<string | null> {
    if (object.object === "checkout.session") return object.id ?? null;
    const { payment_intent: intent } = object;
    if (typeof intent !== "string" || !/^\w{1,255}$/.test(intent)) return null;
    const [session] = await this.#all(
      `/v1/checkout/sessions?payment_intent=${intent}`,
      z.object({ id: z.string() }),
    );
    return session?.id ?? null;
  }

  /** Whether the key is for real money; everything read must be of the same mode. */
  #isLive(): boolean {
    return this.#settings.secretKey.startsWith("sk_live_");
  }

  async #all<S extends z.ZodType>(path: string, item: S): Promise<z.infer<S>[]> {
    const found: z.infer<S>[] = [];
    for (let page = 0, after = ""; page < PAGES_MAX; page += 1) {
      const paging = `limit=${PAGE}${after === "" ? "" : `&starting_after=${after}`}`;
      const response = await this.#get(`${path}${path.includes("?") ? "&" : "?"}${paging}`);
      const ids = listSchema(z.object({ id: z.string() }).loose());
      const { data, has_more: hasMore } = await readAnswer(response.clone(), ids, "a list at Stripe");
      found.push(...(await readAnswer(response, listSchema(item), "a list at Stripe")).data);
      const last = data.at(-1);
      if (!hasMore || last === undefined) return found;
      after = last.id;
    }
    throw new ProviderTrouble("strange", "a list at Stripe is longer than it can be");
  }

  #get(path: string): Promise<Response> {
    return this.#ask(path, { method: "GET" });
  }

  /** Posts with an idempotency key. Stripe stores failures too, so harmless requests are retried under a new key. */
  async #post(path: string, form: Form, { key, isHarmless = false }: PostKey): Promise<Response> {
    const body = form.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
    for (let attempt = 1; ; attempt += 1) {
      const headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Idempotency-Key": attempt === 1 ? `florin-${key}` : `florin-${key}-${attempt}`,
      };
      const response = await this.#ask(path, { method: "POST", headers, body });
      if (response.ok) return response;
      if (!isHarmless || attempt >= KEYS_MAX)
        throw new ProviderTrouble("away", `POST ${nameOf(path)}: keeps failing`);
    }
  }

  /** @returns a success, or a failure that Stripe stores under the key */
  async #ask(path: string, init: RequestInit): Promise<Response> {
    const { origin, secretKey } = this.#settings;
    const headers = {
      ...init.headers,
      Authorization: `Bearer ${secretKey}`,
      "Stripe-Version": STRIPE_VERSION,
    };
    const what = `${init.method} ${nameOf(path)}`;
    const question = { what, url: `${origin}${path}`, init: { ...init, headers }, mayRetry };
    const response = await askProvider(this.#wire, question);
    if (response.ok || response.status >= HTTP_FAILURE) return response;
    const { error } = await readAnswer(response, errorSchema, what);
    throw new ProviderTrouble(
      "refused",
      `${what}: ${[error.type, error.code, error.param].filter(Boolean).join(" ")}`,
    );
  }
}

/** The idempotency key of a request. */
interface PostKey {
  readonly key: string;
  /** Whether a second key may be used: of two checkouts, the first is never shown. */
  readonly isHarmless?: boolean;
}

const HTTP_FAILURE = 500;
const KEYS_MAX = 3;
const nameOf = (path: string): string =>
  `${path.replace(/\?.*$/, "").replace(/\b(cs|pi)_\w+/, "{id}")} at Stripe`;

/** As in Stripe's own client: the header decides, and a stored answer stays the same for a day. */
function mayRetry({ status, headers }: Response): boolean {
  if (headers.get("Idempotent-Replayed") === "true") return false;
  const says = headers.get("stripe-should-retry");
  return says === null ? status === 409 || status === 429 || status >= HTTP_FAILURE : says === "true";
}

function statusOf({ status, payment_status }: z.infer<typeof sessionSchema>): ReadingStatus {
  if (payment_status === "paid") return "paid";
  if (status === "complete") return "processing";
  return status;
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof ProviderTrouble) || error.kind !== "refused") throw error;
}
