import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import { refuseInProduction } from "#service/integrations/stand-ins/listen-here.ts";
import { standInHeaders } from "#service/integrations/stand-ins/page.ts";
import { ACTIONS, type BookedPayment, PaymentBook, refundedOf } from "./book.ts";
import { type BtcpayAccount, btcpayFace } from "./btcpay-face.ts";
import { checkoutPage, controlPage } from "./checkout-page.ts";
import type { Face, Sandbox } from "./face.ts";
import { PAYOUT_STATUSES, PayoutBook } from "./payout-book.ts";
import { paypalFace } from "./paypal-face.ts";
import type { PaypalAccount } from "./paypal-guard.ts";
import { WebhookSender } from "./sender.ts";
import { type StripeAccount, stripeFace } from "./stripe-face.ts";
import { Switches } from "./switches.ts";

const BODY_BYTES_MAX = 65_536;
/** Payments on the control page. */
const SHOWN_MAX = 50;
/** Interval for looking at scheduled events, in milliseconds. */
const TICK_MS = 500;

export interface PaymentSandboxOptions {
  /** Its address for browsers and the shop. */
  readonly origin: string;
  /** The shop's address for webhooks, such as `http://localhost:3000/api/webhooks`. */
  readonly webhooks: string;
  readonly stripe: StripeAccount;
  readonly paypal: PaypalAccount;
  readonly btcpay: BtcpayAccount;
  readonly now?: () => number;
  readonly scheduler: Scheduler;
  readonly post?: (url: string, init: RequestInit) => Promise<Response>;
}

/** A stand-in for payment providers. */
export interface PaymentSandbox extends Sandbox {
  fetch(request: Request): Promise<Response>;
  stop(): void;
}

/**
 * Creates a stand-in for the payment providers: their paths and quirks, a page to pay on, a page that plays the banks,
 * and webhooks.
 * @throws Error in production: here anybody pays without money
 */
export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  refuseInProduction("payment sandbox", "there, anybody pays with nothing");
  const { origin, webhooks, now = Date.now, scheduler, post = (url, init) => fetch(url, init) } = options;
  const switches = new Switches();
  const sender = new WebhookSender({ post, scheduler, switches });
  const book = new PaymentBook({
    now,
    happened: (payment, what) => faces[payment.provider]?.tell(payment, what),
  });
  const payouts = new PayoutBook(() => book.now());
  const sandbox: Sandbox = { book, payouts, sender, switches, origin, webhooks, now };
  const faces: Partial<Record<BookedPayment["provider"], Face>> = {
    stripe: stripeFace(sandbox, options.stripe),
    paypal: paypalFace(sandbox, options.paypal),
    btcpay: btcpayFace(sandbox, options.btcpay),
  };
  const app = new Hono();
  app.use(bodyLimit({ maxSize: BODY_BYTES_MAX }));
  // In memory, a lost answer is an error for the caller.
  app.onError((error) => {
    throw error;
  });
  for (const [name, { routes }] of Object.entries(faces)) app.route(`/${name}`, routes);
  checkoutRoutes(app, sandbox);
  controlRoutes(app, sandbox);
  let cancel = (): void => undefined;
  const tick = (): void => {
    book.tick();
    cancel = scheduler.after(TICK_MS, tick);
  };
  tick();
  return {
    ...sandbox,
    fetch: async (request) => app.fetch(request),
    stop: () => {
      cancel();
      sender.stop();
    },
  };
}

function checkoutRoutes(app: Hono, { book }: Sandbox): void {
  app.get("/:provider/pay/:id", async (context) => {
    const payment = book.find(context.req.param("id"));
    if (payment === null) return context.notFound();
    const headers = { ...standInHeaders(new URL(payment.returnUrl).origin), "Cache-Control": "no-store" };
    return context.html(await checkoutPage(payment), 200, headers);
  });
  app.post("/:provider/pay/:id", async (context) => {
    const payment = book.find(context.req.param("id"));
    if (payment === null) return context.notFound();
    const action = z.enum(ACTIONS).safeParse((await context.req.parseBody()).action);
    if (!action.success) return context.text(`action: must be one of ${ACTIONS.join(", ")}`, 400);
    return context.redirect(book.act(payment, action.data) ?? context.req.path, 303);
  });
}

const controlSchema = z.strictObject({
  switches: z.unknown().optional(),
  advanceMs: z.int().min(0).max(31_536_000_000).optional(),
  paymentId: z.string().optional(),
  what: z.enum(["dispute", "win", "lose", "refund", "fail-refund", "undo"]).optional(),
  /** A payout's outcome, by the shop's id of it. */
  payout: z.strictObject({ payoutId: z.string(), becomes: z.enum(PAYOUT_STATUSES) }).optional(),
});

function controlRoutes(app: Hono, sandbox: Sandbox): void {
  const { book, payouts, sender, switches } = sandbox;
  const act = (payment: BookedPayment | null, what: string): void => {
    if (payment === null) return;
    if (what === "dispute") book.dispute(payment);
    if (what === "win" || what === "lose") book.closeDispute(payment, what === "win" ? "won" : "lost");
    if (what === "refund") book.refund(payment, payment.received - refundedOf(payment), {});
    if (what === "fail-refund") book.failRefund(payment);
    if (what === "undo") book.undo(payment);
  };
  app.get("/", async (context) =>
    context.html(
      await controlPage({
        payments: book.all().slice(0, SHOWN_MAX),
        payouts: payouts.all().slice(0, SHOWN_MAX),
        ahead: new Date(book.now()).toISOString(),
        switches: JSON.stringify(switches.get()),
        sent: sender.sent.toReversed(),
      }),
      200,
      standInHeaders(sandbox.origin),
    ),
  );
  app.post("/control/clock", async (context) => {
    const { minutes } = await context.req.parseBody();
    book.advance(Math.min(Math.max(Number(minutes) || 0, 0), 1_440) * 60_000);
    return context.redirect("/", 303);
  });
  app.post("/control/payments/:id", async (context) => {
    act(book.find(context.req.param("id")), String((await context.req.parseBody()).what));
    return context.redirect("/", 303);
  });
  app.post("/control", async (context) => {
    const asked = controlSchema.safeParse(await context.req.json().catch(() => null));
    if (!asked.success) return context.json({ error: asked.error.issues }, 400);
    const { switches: set, advanceMs, paymentId, what, payout } = asked.data;
    if (payout !== undefined) payouts.become(payout.payoutId, payout.becomes);
    if (set !== undefined) switches.set(set);
    if (advanceMs !== undefined) book.advance(advanceMs);
    const payment = book.all().find((one) => one.paymentId === paymentId || one.id === paymentId) ?? null;
    if (what !== undefined) act(payment, what);
    return context.json({ switches: switches.get(), now: book.now(), found: payment !== null });
  });
}
