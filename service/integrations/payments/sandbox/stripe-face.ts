import { type Context, Hono } from "hono";
import { DAY_MS } from "#domain/kernel/time.ts";
import { stripeSignature } from "../stripe/signature.ts";
import { STRIPE_VERSION } from "../stripe/stripe.ts";
import { type BookedPayment, type Happening, sandboxId } from "./book.ts";
import { type Face, idIn, type Sandbox, seconds } from "./face.ts";
import { KeptAnswers } from "./idempotency.ts";
import { disputeOf, intentIdOf, listOf, refundOf, sessionOf } from "./stripe-objects.ts";

const AMOUNT_MIN = 50;
const EXPIRES_MIN_SECONDS = 1_800;
const EXPIRES_MAX_SECONDS = 86_400;
/** Tolerance for clocks that differ between request and check. */
const SLACK_SECONDS = 5;
const METHODS = new Set(["card", "cashapp"]);

/** The account of the shop. */
export interface StripeAccount {
  readonly secretKey: string;
  readonly webhookSecret: string;
}

type Answer = Response | Promise<Response>;

/** A refusal in Stripe's form. */
interface Refusal {
  readonly type: "invalid_request_error" | "idempotency_error" | "api_error";
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

const refuse = (status: number, error: Refusal): Response => {
  const headers = { "request-id": sandboxId("req_") };
  return Response.json({ error: { request_log_url: "", ...error } }, { status, headers });
};
const invalid = (message: string, param?: string): Response =>
  refuse(400, { type: "invalid_request_error", message, ...(param === undefined ? {} : { param }) });
const missing = (): Response =>
  refuse(404, { type: "invalid_request_error", code: "resource_missing", message: "No such object" });
const json = (body: object): Response =>
  Response.json(body, { headers: { "request-id": sandboxId("req_") } });

/** Stripe, as far as a shop with Checkout uses it: its paths, its answers and its quirks. */
export function stripeFace(sandbox: Sandbox, account: StripeAccount): Face {
  const events: object[] = [];
  const routes = new Hono();
  const guarded = guard(sandbox, account);
  sessionRoutes(routes, sandbox, guarded);
  refundRoutes(routes, sandbox, guarded);
  routes.get(
    "/v1/events",
    guarded(({ req }) => json(listOf("/v1/events", events.toReversed(), new URL(req.url).searchParams))),
  );
  return { routes, tell: teller(sandbox, account, events) };
}

type Guarded = ReturnType<typeof guard>;

const byIntent = ({ book }: Sandbox, intent: string | null): BookedPayment[] =>
  book.all("stripe").filter((payment) => intent === null || intentIdOf(payment) === intent);

function sessionRoutes(routes: Hono, sandbox: Sandbox, guarded: Guarded): void {
  const { book, origin } = sandbox;
  routes.post(
    "/v1/checkout/sessions",
    guarded((_context, form) => createSession(sandbox, form)),
  );
  routes.get(
    "/v1/checkout/sessions",
    guarded(({ req }) => {
      const query = new URL(req.url).searchParams;
      const since = Number(query.get("created[gte]") ?? 0) * 1_000;
      const all = byIntent(sandbox, query.get("payment_intent")).filter(
        ({ createdAt }) => createdAt >= since,
      );
      const shown = all.map((one) => sessionOf(one, origin, expansion(query)));
      return json(listOf("/v1/checkout/sessions", shown, query));
    }),
  );
  routes.get(
    "/v1/checkout/sessions/:id",
    guarded((context) => {
      const payment = book.find(idIn(context), "stripe");
      return payment === null
        ? missing()
        : json(sessionOf(payment, origin, expansion(new URL(context.req.url).searchParams)));
    }),
  );
  routes.post(
    "/v1/checkout/sessions/:id/expire",
    guarded((context) => {
      const payment = book.find(idIn(context), "stripe");
      if (payment === null) return missing();
      return book.expire(payment)
        ? json(sessionOf(payment, origin, []))
        : invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
    }),
  );
}

/** The status of requests that were tried and failed. */
const TRIED = 402;
const EMPTY = "Insufficient funds in your Stripe balance to refund this amount.";

function refundRoutes(routes: Hono, sandbox: Sandbox, guarded: Guarded): void {
  routes.post(
    "/v1/refunds",
    guarded((_context, form) => {
      const [payment] = byIntent(sandbox, form.get("payment_intent") ?? "");
      if (payment === undefined) return missing();
      if (sandbox.switches.take("refusingRefunds"))
        return refuse(TRIED, { type: "invalid_request_error", code: "balance_insufficient", message: EMPTY });
      const amount = BigInt(form.get("amount") ?? payment.received);
      const refund = sandbox.book.refund(payment, amount, metadataIn(form, "metadata"));
      if (refund !== null) return json(refundOf(payment, refund));
      const message = "Refund amount is greater than unrefunded amount on charge";
      return refuse(400, { type: "invalid_request_error", code: "charge_already_refunded", message });
    }),
  );
  const lists = {
    "/v1/refunds": (payment: BookedPayment) => payment.refunds.map((one) => refundOf(payment, one)),
    "/v1/disputes": (payment: BookedPayment) => payment.disputes.map((one) => disputeOf(payment, one)),
  };
  for (const [path, of] of Object.entries(lists))
    routes.get(
      path,
      guarded(({ req }) => {
        const query = new URL(req.url).searchParams;
        return json(listOf(path, byIntent(sandbox, query.get("payment_intent")).flatMap(of), query));
      }),
    );
}

const expansion = (query: URLSearchParams): string[] =>
  [...query].flatMap(([name, value]) => (/^expand\[\d*\]$/.test(name) ? [value] : []));

const metadataIn = (form: URLSearchParams, under: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(`${under}[`) ? [[name.slice(under.length + 1, -1), value] as const] : [],
    ),
  );

function createSession({ book, origin }: Sandbox, form: URLSearchParams): Response {
  const has = (name: string): boolean =>
    [...form.keys()].some((key) => key === name || key.startsWith(`${name}[`));
  if (has("payment_method_types"))
    return invalid("Received unknown parameter: payment_method_types", "payment_method_types");
  if (form.get("mode") !== "payment") return invalid("Must provide `mode`.", "mode");
  const price = "line_items[0][price_data]";
  const amount = Number(form.get(`${price}[unit_amount]`)) * Number(form.get("line_items[0][quantity]") ?? 0);
  if (!Number.isSafeInteger(amount) || amount < AMOUNT_MIN)
    return invalid("The Checkout Session's total amount must convert to at least 50 cents.", "line_items");
  const methods = [...form].flatMap(([name, value]) =>
    name.startsWith("allowed_payment_method_types[") ? [value] : [],
  );
  if (methods.some((method) => !METHODS.has(method)))
    return invalid("Invalid payment method type", "allowed_payment_method_types");
  const now = book.now() / 1_000;
  const expiresAt = Number(form.get("expires_at") ?? Math.floor(now) + EXPIRES_MAX_SECONDS);
  if (
    !(
      expiresAt >= now + EXPIRES_MIN_SECONDS - SLACK_SECONDS &&
      expiresAt <= now + EXPIRES_MAX_SECONDS + SLACK_SECONDS
    )
  )
    return invalid(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from now.",
      "expires_at",
    );
  const id = sandboxId("cs_test_");
  const payment = book.open(
    {
      provider: "stripe",
      paymentId: form.get("client_reference_id"),
      amount: BigInt(amount),
      currency: form.get(`${price}[currency]`) ?? "",
      title: form.get(`${price}[product_data][name]`) ?? "",
      returnUrl: (form.get("success_url") ?? "").replaceAll("{CHECKOUT_SESSION_ID}", id),
      cancelUrl: form.get("cancel_url") ?? "",
      expiresAt: expiresAt * 1_000,
      metadata: metadataIn(form, "payment_intent_data[metadata]"),
    },
    id,
  );
  return json(sessionOf(payment, origin, []));
}

/** Wraps a route: checks its key, adds faults, and keeps answers for idempotency keys, also a 500. */
function guard({ book, switches }: Sandbox, { secretKey }: StripeAccount) {
  const kept = new KeptAnswers(DAY_MS);
  return (handle: (context: Context, form: URLSearchParams) => Answer) =>
    async (context: Context): Promise<Response> => {
      if (context.req.header("Authorization") !== `Bearer ${secretKey}`)
        return refuse(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
      const text = context.req.method === "POST" ? await context.req.text() : "";
      const key = context.req.method === "POST" ? context.req.header("Idempotency-Key") : undefined;
      const question = `${context.req.path}\n${text}`;
      const before = key === undefined ? null : kept.find(key, question, book.now());
      if (before === "other")
        return refuse(400, {
          type: "idempotency_error",
          message: "Keys can only be used with the same parameters.",
        });
      if (before !== null) return before;
      const isFailing = switches.take("failing");
      const answer = isFailing
        ? refuse(500, { type: "api_error", message: "Something went wrong" })
        : await handle(context, new URLSearchParams(text));
      // Answers are kept only if the request was tried.
      if (key !== undefined && (answer.ok || answer.status === TRIED || answer.status >= 500))
        await kept.keep(key, question, { answer, now: book.now() });
      if (switches.take("losingAnswers")) throw new Error("the answer was lost");
      return answer;
    };
}

/** The Stripe events for an event of the book. */
const EVENTS: Readonly<Record<Happening, readonly string[]>> = {
  approved: [],
  paid: ["checkout.session.completed"],
  processing: ["checkout.session.completed"],
  declined: [],
  expired: ["checkout.session.expired"],
  offered: [],
  refunded: ["refund.created"],
  refund_failed: ["refund.failed"],
  disputed: ["charge.dispute.created", "charge.dispute.funds_withdrawn"],
  dispute_closed: ["charge.dispute.closed"],
};
const EVENTS_MAX = 1_000;

function teller(
  { book, sender, origin, webhooks, now }: Sandbox,
  { webhookSecret }: StripeAccount,
  events: object[],
): Face["tell"] {
  const objectOf = (payment: BookedPayment, type: string): object | null => {
    const [refund, dispute] = [payment.refunds.at(-1), payment.disputes.at(-1)];
    if (type.startsWith("refund.")) return refund === undefined ? null : refundOf(payment, refund);
    if (type.startsWith("charge.dispute.")) return dispute === undefined ? null : disputeOf(payment, dispute);
    return sessionOf(payment, origin, []);
  };
  return (payment, what) => {
    for (const type of EVENTS[what]) {
      const object = objectOf(payment, type);
      const created = seconds(book.now());
      const event = {
        id: sandboxId("evt_"),
        object: "event",
        api_version: STRIPE_VERSION,
        created,
        livemode: false,
        type,
        data: { object },
      };
      events.push(event);
      if (events.length > EVENTS_MAX) events.shift();
      const body = JSON.stringify(event);
      sender.send({
        ...{ id: event.id, type, url: `${webhooks}/stripe` },
        mayRetry: (status) => status === null || status < 200 || status >= 300,
        request: () => {
          const at = seconds(now());
          const signature = stripeSignature(webhookSecret, at, Buffer.from(body));
          return { headers: { "Stripe-Signature": `t=${at},v1=${signature}` }, body };
        },
      });
    }
  };
}
