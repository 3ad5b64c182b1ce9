import { randomInt } from "node:crypto";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { DAY_MS, HOUR_MS } from "#domain/kernel/time.ts";
import { type BookedPayment, refundedOf } from "./book.ts";
import { dollarsAsked, type Face, idIn, type Sandbox } from "./face.ts";
import {
  type PaypalAccount,
  PaypalTokens,
  paypalGuard,
  paypalJson,
  paypalMissing,
  paypalRefusal,
} from "./paypal-guard.ts";
import {
  captureIdOf,
  captureOf,
  orderOf,
  paypalDisputeIdOf,
  paypalDisputeOf,
  paypalRefundOf,
} from "./paypal-objects.ts";
import { payoutRoutes } from "./paypal-payouts.ts";
import { paypalSigner, paypalTeller } from "./paypal-webhooks.ts";

/** How long a buyer may take to approve, and the longest period of one list. */
const ORDER_MS = 6 * HOUR_MS;
const LIST_DAYS_MAX = 31;
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
const ID_CHARS = 17;

type Guarded = ReturnType<typeof paypalGuard>;

const amountSchema = z.object({ currency_code: z.literal("USD"), value: dollarsAsked });
const newOrderSchema = z.object({
  intent: z.literal("CAPTURE"),
  purchase_units: z.tuple([
    z.object({
      custom_id: z.string().max(127).optional(),
      invoice_id: z.string().max(127).optional(),
      description: z.string().max(127).default(""),
      amount: amountSchema,
    }),
  ]),
  payment_source: z.object({
    paypal: z.object({
      experience_context: z.object({ return_url: z.url(), cancel_url: z.url() }),
    }),
  }),
});
const newRefundSchema = z.object({ amount: amountSchema.optional(), custom_id: z.string().optional() });

/** PayPal, as far as a shop with orders uses it: its paths, its answers and its quirks. */
export function paypalFace(sandbox: Sandbox, account: PaypalAccount): Face {
  const routes = new Hono();
  const tokens = new PaypalTokens(account, () => sandbox.book.now());
  routes.post("/v1/oauth2/token", (context) => tokens.give(context));
  const guarded = paypalGuard(sandbox, tokens);
  const signer = paypalSigner(account);
  orderRoutes(routes, sandbox, guarded);
  captureRoutes(routes, sandbox, guarded);
  disputeRoutes(routes, sandbox, guarded);
  payoutRoutes(routes, sandbox, guarded);
  routes.get(
    "/v1/reporting/transactions",
    guarded((context) => transactions(context, sandbox)),
  );
  routes.post(
    "/v1/notifications/verify-webhook-signature",
    guarded(async (context) => signer.verify(await context.req.text())),
  );
  return { routes, tell: paypalTeller(sandbox, signer) };
}

const byCapture = ({ book }: Sandbox, id: string): BookedPayment | null => {
  const payment = book.find(id.slice(1), "paypal");
  return payment !== null && captureIdOf(payment) === id && payment.received > 0n ? payment : null;
};

function orderRoutes(routes: Hono, sandbox: Sandbox, guarded: Guarded): void {
  const { book, origin } = sandbox;
  routes.post(
    "/v2/checkout/orders",
    guarded((context, body) => createOrder(sandbox, { key: context.req.header("PayPal-Request-Id"), body })),
  );
  routes.get(
    "/v2/checkout/orders/:id",
    guarded((context) => {
      const payment = book.find(idIn(context), "paypal");
      return payment === null ? paypalMissing() : paypalJson(orderOf(payment, origin));
    }),
  );
  routes.post(
    "/v2/checkout/orders/:id/capture",
    guarded((context) => {
      const payment = book.find(idIn(context), "paypal");
      if (payment === null) return paypalMissing();
      const refuse = (issue: string) => paypalRefusal(422, "UNPROCESSABLE_ENTITY", issue);
      if (payment.received > 0n || payment.status === "processing") return refuse("ORDER_ALREADY_CAPTURED");
      if (payment.status !== "approved") return refuse("ORDER_NOT_APPROVED");
      const isSame = (one: BookedPayment): boolean =>
        one !== payment && one.paymentId === payment.paymentId && one.received > 0n;
      if (payment.paymentId !== null && book.all("paypal").some(isSame))
        return refuse("DUPLICATE_INVOICE_ID");
      if (sandbox.switches.take("declining")) {
        book.refuseCapture(payment);
        return refuse("INSTRUMENT_DECLINED");
      }
      book.capture(payment);
      return paypalJson(orderOf(payment, origin), 201);
    }),
  );
}

function createOrder(
  { book, origin }: Sandbox,
  { key, body }: { readonly key: string | undefined; readonly body: unknown },
): Response {
  if (key === undefined) return paypalRefusal(400, "INVALID_REQUEST", "PAYPAL_REQUEST_ID_REQUIRED");
  const asked = newOrderSchema.safeParse(body);
  if (!asked.success) return paypalRefusal(400, "INVALID_REQUEST", "INVALID_PARAMETER_VALUE");
  const { purchase_units: units, payment_source: source } = asked.data;
  const { invoice_id: paymentId = null, description, amount } = units[0];
  const id = Array.from({ length: ID_CHARS }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const { return_url: back, cancel_url: cancel } = source.paypal.experience_context;
  const withToken = (url: string, more: Readonly<Record<string, string>>): string => {
    const address = new URL(url);
    for (const [name, value] of Object.entries({ token: id, ...more })) address.searchParams.set(name, value);
    return address.href;
  };
  const payment = book.open(
    {
      ...{ provider: "paypal", paymentId, amount: amount.value, currency: "usd", title: description },
      returnUrl: withToken(back, { PayerID: "SANDBOXPAYER1" }),
      cancelUrl: withToken(cancel, {}),
      expiresAt: book.now() + ORDER_MS,
      metadata: {},
    },
    id,
  );
  return paypalJson(orderOf(payment, origin), 200);
}

function captureRoutes(routes: Hono, sandbox: Sandbox, guarded: Guarded): void {
  const { book, origin } = sandbox;
  routes.get(
    "/v2/payments/captures/:id",
    guarded((context) => {
      const payment = byCapture(sandbox, idIn(context));
      return payment === null ? paypalMissing() : paypalJson(captureOf(payment, origin));
    }),
  );
  routes.post(
    "/v2/payments/captures/:id/refund",
    guarded((context, body) => {
      const payment = byCapture(sandbox, idIn(context));
      const asked = newRefundSchema.safeParse(body ?? {});
      if (payment === null) return paypalMissing();
      if (!asked.success) return paypalRefusal(400, "INVALID_REQUEST", "INVALID_PARAMETER_VALUE");
      if (sandbox.switches.take("refusingRefunds"))
        return paypalRefusal(422, "UNPROCESSABLE_ENTITY", "REFUND_FAILED_INSUFFICIENT_FUNDS");
      const { amount, custom_id: id = "" } = asked.data;
      const left = payment.received - refundedOf(payment);
      const refund = book.refund(payment, amount?.value ?? left, { refund_id: id });
      if (refund !== null) return paypalJson(paypalRefundOf(payment, refund, origin), 201);
      const issue = left === 0n ? "CAPTURE_FULLY_REFUNDED" : "REFUND_AMOUNT_EXCEEDED";
      return paypalRefusal(422, "UNPROCESSABLE_ENTITY", issue);
    }),
  );
}

function disputeRoutes(routes: Hono, sandbox: Sandbox, guarded: Guarded): void {
  const all = () =>
    sandbox.book
      .all("paypal")
      .flatMap((payment) => payment.disputes.map((dispute) => ({ payment, dispute })));
  routes.get(
    "/v1/customer/disputes",
    guarded(({ req }) => {
      const capture = req.query("disputed_transaction_id");
      const since = Date.parse(req.query("start_time") ?? "1970-01-01T00:00:00.000Z");
      const items = all()
        .filter(({ payment }) => capture === undefined || captureIdOf(payment) === capture)
        .filter(({ dispute }) => dispute.at >= since)
        .map(({ payment, dispute }) => paypalDisputeOf(payment, dispute));
      return paypalJson({ items, links: [] });
    }),
  );
  routes.get(
    "/v1/customer/disputes/:id",
    guarded((context) => {
      const found = all().find(({ dispute }) => paypalDisputeIdOf(dispute) === idIn(context));
      return found === undefined
        ? paypalMissing()
        : paypalJson(paypalDisputeOf(found.payment, found.dispute));
    }),
  );
}

/** The transactions by time: PayPal's only list, and without ids of orders. */
function transactions(context: Context, { book }: Sandbox): Response {
  const [from, until] = ["start_date", "end_date"].map((name) => Date.parse(context.req.query(name) ?? ""));
  if (from === undefined || until === undefined || !(until - from <= LIST_DAYS_MAX * DAY_MS))
    return paypalRefusal(400, "INVALID_REQUEST", "INVALID_DATE_RANGE");
  const size = Math.min(Number(context.req.query("page_size") ?? 100) || 100, 500);
  const page = Math.max(Number(context.req.query("page") ?? 1) || 1, 1);
  const came = book
    .all("paypal")
    .filter(({ createdAt, received }) => received > 0n && createdAt >= from && createdAt <= until);
  const shown = came.slice((page - 1) * size, page * size).map((payment) => {
    const capture = z.object({ amount: z.unknown() }).parse(captureOf(payment, ""));
    return {
      transaction_info: {
        transaction_id: captureIdOf(payment),
        transaction_event_code: "T0006",
        transaction_status: "S",
        transaction_amount: capture.amount,
        invoice_id: payment.paymentId ?? undefined,
      },
    };
  });
  return paypalJson({
    transaction_details: shown,
    page,
    total_pages: Math.max(1, Math.ceil(came.length / size)),
  });
}
