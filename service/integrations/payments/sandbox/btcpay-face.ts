import { type Context, Hono } from "hono";
import { z } from "zod";
import { jsonOf } from "#domain/kernel/json.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { standInHeaders } from "#service/integrations/stand-ins/page.ts";
import { btcpaySignature } from "../btcpay/btcpay-signature.ts";
import { type BookedPayment, type BookedRefund, type Happening, sandboxId } from "./book.ts";
import { invoiceOf, paymentMethodsOf, payoutsOf, pullOf } from "./btcpay-objects.ts";
import { claimPage } from "./checkout-page.ts";
import { dollarsAsked, type Face, idIn, type Sandbox, seconds } from "./face.ts";

const EXPIRATION_MINUTES = 15;

/** The store of the shop. */
export interface BtcpayAccount {
  readonly apiKey: string;
  readonly storeId: string;
  readonly webhookSecret: string;
}

const newInvoiceSchema = z.object({
  amount: dollarsAsked,
  currency: z.literal("USD"),
  metadata: z.object({ orderId: z.string().nullable().default(null), itemDesc: z.string().default("") }),
  checkout: z.object({
    expirationMinutes: z.int().min(1).default(EXPIRATION_MINUTES),
    redirectURL: z.url(),
  }),
});
const newRefundSchema = z.object({
  name: z.string(),
  payoutMethodId: z.literal("BTC-CHAIN"),
  refundVariant: z.literal("Custom"),
  customAmount: dollarsAsked,
  customCurrency: z.literal("USD"),
});
const newStatusSchema = z.object({ status: z.enum(["Invalid", "Settled"]) });

const json = (body: object, status = 200): Response => Response.json(body, { status });
const fault = (status: number, code: string): Response => json({ code, message: code }, status);
const faultsOf = (error: z.ZodError): Response =>
  json(
    error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
    422,
  );

type Handle = (context: Context, body: unknown) => Response;
type Guarded = (handle: Handle) => (context: Context) => Promise<Response>;

/** BTCPay Server, as far as a shop uses it. It has no idempotency keys: a repeated request is carried out twice. */
export function btcpayFace(sandbox: Sandbox, account: BtcpayAccount): Face {
  const routes = new Hono();
  const guarded = guard(sandbox, account);
  const marked = new Set<string>();
  invoiceRoutes(routes, { sandbox, account, guarded, marked });
  refundRoutes(routes, { sandbox, account, guarded, marked });
  claimRoutes(routes, sandbox);
  return { routes, tell: teller(sandbox, account) };
}

interface Parts {
  readonly sandbox: Sandbox;
  readonly account: BtcpayAccount;
  readonly guarded: Guarded;
  /** Invoices that the shop has closed. */
  readonly marked: Set<string>;
}

const refundsIn = ({ book }: Sandbox): { readonly payment: BookedPayment; readonly refund: BookedRefund }[] =>
  book.all("btcpay").flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })));
const refundIn = (sandbox: Sandbox, context: Context) =>
  refundsIn(sandbox).find(({ refund }) => refund.id === idIn(context));

function invoiceRoutes(routes: Hono, { sandbox, account, guarded, marked }: Parts): void {
  const { book, origin } = sandbox;
  const store = `/api/v1/stores/${account.storeId}/invoices`;
  const shown = (payment: BookedPayment) =>
    invoiceOf(payment, { origin, storeId: account.storeId, isMarked: marked.has(payment.id) });
  const one = (answer: (payment: BookedPayment, body: unknown) => Response) =>
    guarded((context, body) => {
      const payment = book.find(idIn(context), "btcpay");
      return payment === null ? fault(404, "invoice-not-found") : answer(payment, body);
    });
  routes.post(
    store,
    guarded((_context, body) => {
      const asked = newInvoiceSchema.safeParse(body);
      if (!asked.success) return faultsOf(asked.error);
      const { amount, metadata, checkout } = asked.data;
      const payment = book.open(
        {
          ...{ provider: "btcpay", paymentId: metadata.orderId, amount, currency: "usd" },
          title: metadata.itemDesc,
          returnUrl: checkout.redirectURL,
          cancelUrl: checkout.redirectURL,
          expiresAt: book.now() + checkout.expirationMinutes * MINUTE_MS,
          metadata: {},
        },
        sandboxId(""),
      );
      return json(shown(payment));
    }),
  );
  routes.get(
    store,
    guarded(({ req }) => {
      const [order, since] = [req.query("orderId"), Number(req.query("startDate") ?? 0) * 1_000];
      const [skip, take] = [Number(req.query("skip") ?? 0), Number(req.query("take") ?? 50)];
      const found = book
        .all("btcpay")
        .filter(
          (payment) => (order ?? payment.paymentId) === payment.paymentId && payment.createdAt >= since,
        );
      return json(found.slice(skip, skip + take).map(shown));
    }),
  );
  routes.get(
    `${store}/:id`,
    one((payment) => json(shown(payment))),
  );
  routes.get(
    `${store}/:id/payment-methods`,
    one((payment) => json(paymentMethodsOf(payment))),
  );
  routes.post(
    `${store}/:id/status`,
    one((payment, body) => {
      const asked = newStatusSchema.safeParse(body);
      if (!asked.success) return faultsOf(asked.error);
      marked.add(payment.id);
      book.expire(payment);
      return json(shown(payment));
    }),
  );
}

function refundRoutes(routes: Hono, { sandbox, account, guarded }: Parts): void {
  const { book, origin } = sandbox;
  const store = `/api/v1/stores/${account.storeId}`;
  routes.post(
    `${store}/invoices/:id/refund`,
    guarded((context, body) => {
      const payment = book.find(idIn(context), "btcpay");
      const asked = newRefundSchema.safeParse(body);
      if (payment === null) return fault(404, "invoice-not-found");
      if (!asked.success) return faultsOf(asked.error);
      const refund = book.refund(payment, asked.data.customAmount, { refund_id: asked.data.name });
      return refund === null ? fault(400, "non-refundable") : json(pullOf(refund, origin));
    }),
  );
  routes.get(
    `${store}/pull-payments`,
    guarded(() => json(refundsIn(sandbox).map(({ refund }) => pullOf(refund, origin)))),
  );
  routes.delete(
    `${store}/pull-payments/:id`,
    guarded((context) => {
      const found = refundIn(sandbox, context);
      if (found === undefined) return fault(404, "pullpayment-not-found");
      book.withdraw(found.refund);
      return new Response(null, { status: 200 });
    }),
  );
  const shown = { "": (one: BookedRefund) => pullOf(one, origin), "/payouts": payoutsOf };
  for (const [path, of] of Object.entries(shown))
    routes.get(
      `/api/v1/pull-payments/:id${path}`,
      guarded((context) => {
        const found = refundIn(sandbox, context);
        return found === undefined ? fault(404, "pullpayment-not-found") : json(of(found.refund));
      }),
    );
}

/** The page on which a buyer claims a refund. */
function claimRoutes(routes: Hono, sandbox: Sandbox): void {
  const path = "/pull-payments/:id";
  routes.get(path, async (context) => {
    const one = refundIn(sandbox, context);
    if (one === undefined) return context.notFound();
    return context.html(await claimPage(one.refund), 200, standInHeaders(sandbox.origin));
  });
  routes.post(path, (context) => {
    const one = refundIn(sandbox, context);
    if (one === undefined) return context.notFound();
    sandbox.book.claim(one.payment, one.refund);
    return context.redirect(context.req.path, 303);
  });
}

/** Wraps a route: checks its key, and adds faults. */
const guard =
  ({ switches }: Sandbox, { apiKey }: BtcpayAccount): Guarded =>
  (handle) =>
  async (context) => {
    if (context.req.header("Authorization") !== `token ${apiKey}`) return fault(401, "unauthenticated");
    const body = context.req.method === "POST" ? jsonOf(await context.req.text()) : null;
    if (switches.take("limiting")) return fault(429, "rate-limited");
    if (switches.take("failing")) return fault(500, "generic-error");
    const answer = handle(context, body);
    if (switches.take("losingAnswers")) throw new Error("the answer was lost");
    return answer;
  };

/** The webhooks that BTCPay sends of an event; refunds cause none about their invoice. */
function eventOf(
  payment: BookedPayment,
  what: Happening,
): { readonly type: string; readonly more?: object } | null {
  if (what === "processing") return { type: "InvoiceProcessing", more: { overPaid: false } };
  if (what === "expired") return { type: "InvoiceExpired", more: { partiallyPaid: payment.received > 0n } };
  if (what !== "paid") return null;
  if (payment.status === "paid") return { type: "InvoiceSettled", more: { manuallyMarked: false } };
  // Paid late or in part: no InvoiceSettled will ever come.
  return { type: "InvoicePaymentSettled", more: { afterExpiration: payment.status === "expired" } };
}

const RETRIED: ReadonlySet<number> = new Set([408, 429]);

function teller(
  { book, sender, webhooks }: Sandbox,
  { webhookSecret, storeId }: BtcpayAccount,
): Face["tell"] {
  return (payment, what) => {
    const event = eventOf(payment, what);
    if (event === null) return;
    const first = sandboxId("");
    let attempts = 0;
    sender.send({
      ...{ id: first, type: event.type, url: `${webhooks}/btcpay` },
      // Never again after a 4xx: then the receiver has lost it.
      mayRetry: (status) => status === null || status >= 500 || RETRIED.has(status),
      request: () => {
        attempts += 1;
        const body = JSON.stringify({
          deliveryId: attempts === 1 ? first : sandboxId(""),
          webhookId: "florin",
          originalDeliveryId: first,
          isRedelivery: attempts > 1,
          type: event.type,
          timestamp: seconds(book.now()),
          storeId,
          invoiceId: payment.id,
          ...event.more,
        });
        return { headers: { "BTCPay-Sig": btcpaySignature(webhookSecret, Buffer.from(body)) }, body };
      },
    });
  };
}
